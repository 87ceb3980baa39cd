import type { AnyEndpoint } from "../declaration/endpoint";
import { callPaths } from "./call-pages";

/** What requests count as in metrics and traces. */
export interface MeasuredAs {
  readonly method: string;
  readonly at: string;
}

/** Requests outside the declared endpoints that are alike, by the paths that they name. */
export interface UndeclaredKind {
  readonly at: string;
  readonly paths: RegExp;
  /** Any other method finds nothing there. */
  readonly methods: readonly AnyEndpoint["method"][];
}

/** Names no path and no method, because anybody can make up any number of them. */
export const unmatched: MeasuredAs = { method: "any", at: "unmatched" };

/** A page's path, as Express matches it. */
const pathsLike = (at: string): RegExp => new RegExp(`^${at.replace(/:\w+/g, "[^/]+")}/?$`, "i");

const pageKind = (at: string): UndeclaredKind => ({ at, paths: pathsLike(at), methods: ["get", "post"] });

/** Calls' pages, which belong to no organization's pages, and what the web client asks for at its start. */
const otherPages = [...callPaths, "/json/session"];

/** The kinds that may fail by themselves: pages, each by its declared path, and resumable uploads. */
export const servedKinds = (pagePaths: readonly string[]): readonly UndeclaredKind[] => [
  { at: "tus", paths: /^\/api\/v1\/tus(\/|$)/, methods: ["get", "post", "patch", "delete"] },
  ...[...pagePaths, ...otherPages].map(pageKind),
];

/** Files and pictures, and questions of load balancers and supervisors. */
export const plainKinds: readonly UndeclaredKind[] = [
  {
    at: "static",
    paths:
      /^\/(static|web|avatar)\/|^\/(manifest\.webmanifest|service-worker\.js|api\/v1\/openapi\.json)\/?$/i,
    methods: ["get"],
  },
  { at: "health", paths: /^\/(health|ready)\/?$/, methods: ["get"] },
];

/** Finds the kind of a request; HEAD counts as GET, as it does at endpoints. */
export const measuredAsAmong =
  (kinds: readonly UndeclaredKind[]) =>
  (verb = "", url = ""): MeasuredAs | undefined => {
    const path = url.split("?", 1)[0] ?? "";
    const known = kinds.find(({ paths }) => paths.test(path));
    const method = known?.methods.find((one) => one === (verb === "HEAD" ? "get" : verb.toLowerCase()));
    return known && method && { method, at: known.at };
  };
