import type { Profiler, Runtime } from "node:inspector";

/** Microseconds of one function, without those it called, and the functions that called it, nearest first. */
interface Spent {
  readonly frames: readonly Runtime.CallFrame[];
  readonly microseconds: number;
}

/** The part of one kind of code in all processor time, from 0 to 1. */
export interface Share {
  readonly what: string;
  /** Time in the code itself. */
  readonly itself: number;
  /** Time in the code and in what it called. */
  readonly within: number;
}

const writes = new Set(["writeUtf8String", "writeLatin1String", "writeAsciiString", "writeBuffer", "writev"]);
const ownCode = /\/dist\/src\/((?:adapters\/)?[^/]+)\//;
const packageCode = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const nodesHttp = /^node:(_http|_stream|net$|internal\/(streams|http|stream_base))/;
/** Not work of the server: waiting, and the profiler. */
const uncounted = new Set(["(idle)", "node:inspector"]);

/** Packages that do one thing together. */
const families: Readonly<Record<string, string>> = {
  router: "express",
  qs: "express",
  "body-parser": "express",
  "passport-http": "passport",
  "pg-pool": "knex and pg",
  "pg-protocol": "knex and pg",
  "pg-types": "knex and pg",
  pg: "knex and pg",
  tarn: "knex and pg",
  knex: "knex and pg",
  "linkify-it": "markdown-it",
};

/** What kind of code a function is. */
const kindOf = ({ functionName, url }: Runtime.CallFrame): string => {
  if (functionName === "(garbage collector)") return "garbage collection";
  if (writes.has(functionName)) return "writing to sockets";
  if (nodesHttp.test(url)) return "Node's HTTP, streams and sockets";
  const [, own] = ownCode.exec(url) ?? [];
  if (own !== undefined) return `src/${own}`;
  const [, name] = packageCode.exec(url) ?? [];
  if (name !== undefined) return families[name] ?? name;
  return "the rest of Node and V8";
};

const spentIn = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): readonly Spent[] => {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const total = new Map<number, number>();
  samples.forEach((id, index) => void total.set(id, (total.get(id) ?? 0) + (timeDeltas[index] ?? 0)));
  const framesOf = (id: number | undefined): readonly Runtime.CallFrame[] => {
    const node = id === undefined ? undefined : byId.get(id);
    return node === undefined ? [] : [node.callFrame, ...framesOf(parents.get(node.id))];
  };
  return [...total].map(([id, microseconds]) => ({ frames: framesOf(id), microseconds }));
};

const isCounted = ({ frames: [first] }: Spent): boolean =>
  first !== undefined && !uncounted.has(first.functionName) && !uncounted.has(first.url);

/** How a profile's time is divided among kinds of code, the largest part first. */
export const sharesOf = (profile: Profiler.Profile): readonly Share[] => {
  const itself = new Map<string, number>();
  const within = new Map<string, number>();
  const add = (to: Map<string, number>, kind: string, by: number): void =>
    void to.set(kind, (to.get(kind) ?? 0) + by);
  const counted = spentIn(profile).filter(isCounted);
  const all = counted.reduce((sum, { microseconds }) => sum + microseconds, 0);
  for (const { frames, microseconds } of counted) {
    const [first = "", ...callers] = frames.map(kindOf);
    add(itself, first, microseconds);
    for (const kind of new Set([first, ...callers])) add(within, kind, microseconds);
  }
  return [...within]
    .map(([what, sum]) => ({ what, itself: (itself.get(what) ?? 0) / all, within: sum / all }))
    .sort((a, b) => b.itself - a.itself);
};
