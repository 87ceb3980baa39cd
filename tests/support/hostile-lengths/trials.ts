import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import { allEndpoints, pageEndpoints, rootEndpoints } from "../../../src/adapters/http/endpoints/all";
import type { Parameter, Parameters } from "../../../src/adapters/zulip-wire/codecs/parameter";
import type { Chance } from "../fuzz/chance";
import type { FuzzedServer } from "../fuzz/fuzzed-server";
import { goodValues, isUseful, type Things } from "../fuzz/good-values";
import type { FuzzedRequest } from "../fuzz/requests";
import { valueFor } from "../fuzz/values";
import { shapesOf } from "./inside";
import { documentsOf, placesOf } from "./places";
import { runs } from "./runs";

/** A hostile request that can have any length. */
export interface Trial {
  readonly name: string;
  readonly isNotorious?: boolean | undefined;
  /** The run of signs, if it is one inside a parameter, and whether something is around it. */
  readonly run?: { readonly name: string; readonly isInside: boolean } | undefined;
  /** The lengths to judge, in UTF-16 units of the hostile text. */
  readonly lengths: readonly number[];
  request(length: number, server: FuzzedServer): FuzzedRequest;
}

/** All trials of a parameter, or of a header; CI tries some of them. */
export interface Subject {
  readonly name: string;
  /** Plain text so long that work growing faster than its length would hold everybody up. */
  readonly isLongText?: boolean;
  /** Parsed by more than its decoder: patterns, addresses, templates, JSON. */
  readonly isParsed?: boolean;
  /** Names the parameters that one parser reads: those of one type, and of one name if they take text. */
  readonly family?: string;
  /** The request with an ordinary value, if the parameter takes text. */
  readonly usual?: ((server: FuzzedServer) => FuzzedRequest) | undefined;
  readonly texts: readonly Trial[];
  /** With a run inside a valid value. */
  readonly insides?: readonly Trial[];
  readonly documents: readonly Trial[];
}

const api = allEndpoints(true);
interface Target {
  readonly prefix: string;
  readonly declared: AnyEndpoint;
}
const ofApi = new Set<unknown>(api);
const targets: readonly Target[] = [
  ...api.map((declared) => ({ prefix: "/api/v1", declared })),
  ...pageEndpoints(true)
    .filter((declared) => !ofApi.has(declared))
    .map((declared) => ({ prefix: "/json", declared })),
  ...rootEndpoints.map((declared) => ({ prefix: "", declared })),
];

/** Below the limits on heads and bodies. */
const mostInHead = 120_000;
const mostInBody = { anyone: 64_000, spectator: 980_000, user: 980_000, webhook: 4_900_000 };

/** Makes the likely choice, and the same one each time. */
const usual = (variant: number): Chance => ({
  pick: <A>(from: readonly A[]): A => from[Math.min(variant, from.length - 1)] as A,
  between: (least) => least,
  percent: (share) => share > (variant === 0 ? 49 : 50),
  shuffle: (list) => list,
});

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Text that fits when written, cut to length if it doesn't. */
const fitting = (
  write: (length: number) => string,
  length: number,
  size: (text: string) => number,
  most: number,
) => {
  for (let least = length; ; ) {
    const text = write(least);
    const has = size(text);
    if (has <= most || least <= 1) return text;
    least = Math.max(1, Math.floor(((least * most) / has) * 0.98));
  }
};

const bytes = (text: string): number => Buffer.byteLength(text);

const multipartOf = (fields: readonly (readonly [string, string])[]): Buffer =>
  Buffer.from(
    `${fields
      .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join("")}--x--\r\n`,
  );
const formOf = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");

interface Subjected {
  readonly target: Target;
  readonly name: string;
  readonly parameter: Parameter<unknown>;
  readonly isInPath: boolean;
  readonly variant: number;
}

/** The request with this value for the parameter, and usual values for those it needs. */
const requestWith = (
  { target: { prefix, declared }, name, parameter, isInPath, variant }: Subjected,
  write: ((length: number) => string) | undefined,
  length: number,
  server: FuzzedServer,
  authorization: string | undefined,
): FuzzedRequest => {
  const chance = usual(variant);
  const known = (one: string, parameter: Parameter<unknown>): string => {
    const good = goodValues(declared, one, server.things);
    return good.length > 0 ? chance.pick(good) : valueFor(declared, one, parameter, chance, server.things);
  };
  const inHead =
    isInPath || declared.method === "get" || (declared.caller === "webhook" && name === "api_key");
  const most = inHead ? mostInHead : mostInBody[declared.caller];
  const value =
    write === undefined
      ? known(name, parameter)
      : fitting(write, length, inHead ? (text) => bytes(encoded(text)) : bytes, most);
  const path = declared.at.replace(/\{(\+?)(\w+)\}/g, (_, plus: string, one: string) => {
    const parameter = (declared.path as Parameters)[one];
    const text = isInPath && one === name ? value : parameter === undefined ? "1" : known(one, parameter);
    // Never empty: that would be another path.
    return (plus ? text.split("/").map(encoded).join("/") : encoded(text)) || "1";
  });
  const fields = Object.entries(declared.params as Parameters).flatMap(([one, parameter]) => {
    if (one === "api_key" && (one !== name || write === undefined))
      return [[one, server.webhookKey] as const];
    if (!isInPath && one === name) return [[one, value] as const];
    return parameter.isRequired || isUseful(declared, one) ? [[one, known(one, parameter)] as const] : [];
  });
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  const method = declared.method.toUpperCase();
  const begin = `${prefix}${path}`;
  if (method === "GET") {
    const query = formOf(fields);
    return { method, path: query === "" ? begin : `${begin}?${query}`, headers, body: Buffer.alloc(0) };
  }
  const inUrl = declared.caller === "webhook" ? fields.filter(([one]) => one === "api_key") : [];
  const inBody = fields.filter((field) => !inUrl.includes(field));
  const form = formOf(inBody);
  const isLong = form.length > mostInBody[declared.caller];
  const body = isLong ? multipartOf(inBody) : Buffer.from(form);
  return {
    method,
    path: inUrl.length === 0 ? begin : `${begin}?${formOf(inUrl)}`,
    body,
    headers: {
      ...headers,
      ...(declared.caller === "webhook" && { "X-GitHub-Event": "push" }),
      "Content-Type": isLong ? "multipart/form-data; boundary=x" : "application/x-www-form-urlencoded",
      "Content-Length": String(body.length),
    },
  };
};

/** Stand in for what exists, to count the usual values of a parameter. */
const noThings: Things = {
  users: [1, 2, 3, 4],
  channels: [1],
  channelNames: ["a"],
  messages: [1],
  queues: ["a"],
};

/** Use cases limit many texts further than declarations do, some of them at this length. */
const commonLimit = 10_000;

const lengthsFor = ({ type: { longest, schema } }: Parameter<unknown>): readonly number[] =>
  [...new Set([Number(schema.maxLength ?? longest), longest, commonLimit])].filter((one) => one <= longest);

/** Whether a text of the caller's choice may be in it. */
const takesText = (parameter: Parameter<unknown>): boolean => {
  const { schema, isJson } = parameter.type;
  return isJson ? placesOf(parameter).length > 1 : schema.type === "string" && schema.enum === undefined;
};

/** Names of parameters whose plain text something parses. */
const parsed = /pattern|template|email|emoji|language|domain|url|username|topic|stream$/;

const types = new Map<unknown, number>();

const familyOf = (name: string, parameter: Parameter<unknown>): string => {
  const number = types.get(parameter.type) ?? types.size;
  types.set(parameter.type, number);
  return takesText(parameter) ? `${number} ${name}` : `${number}`;
};

const subjectOf = (subjected: Subjected): Subject => {
  const { target, name, parameter, variant, isInPath } = subjected;
  const title = `${target.declared.method} ${target.prefix}${target.declared.at}: ${isInPath ? "path " : ""}${name}${variant === 0 ? "" : " again"}`;
  const lengths = lengthsFor(parameter);
  const trial = (
    what: string,
    write: (length: number) => string,
    isNotorious = false,
    run?: Trial["run"],
  ): Trial => ({
    name: `${title}: ${what}`,
    isNotorious,
    run,
    lengths,
    request: (length, server) => requestWith(subjected, write, length, server, undefined),
  });
  // Written by JSON.stringify, a text may become longer than the parameter may be.
  const within = (write: (length: number) => string) => (length: number) =>
    fitting(write, length, (text) => text.length, length);
  const short = Math.max(...lengths) < 2000;
  const fewRuns = short ? runs.filter((_, index) => index % 12 === 0) : runs;
  const usualIn = (things: Things) => [
    ...new Set([
      ...goodValues(target.declared, name, things),
      valueFor(target.declared, name, parameter, usual(variant), things),
    ]),
  ];
  const insides = takesText(parameter)
    ? usualIn(noThings).flatMap((value, which) =>
        shapesOf(name, value, parameter.type.isJson).flatMap((shape) =>
          fewRuns.map(
            (run): Trial => ({
              ...trial(`${run.name} ${shape.name} of value ${which + 1}`, () => "", run.isNotorious),
              request: (length, server) => {
                const usual = usualIn(server.things)[which] ?? value;
                const write = within((size) => shape.write(usual, run.write(size)));
                return requestWith(subjected, write, length, server, undefined);
              },
            }),
          ),
        ),
      )
    : [];
  return {
    name: title,
    isLongText:
      !parameter.type.isJson && parameter.type.longest > 50_000 && parameter.type.schema.type === "string",
    family: familyOf(name, parameter),
    isParsed: takesText(parameter) && (parameter.type.isJson || parsed.test(name)),
    usual: takesText(parameter)
      ? (server) => requestWith(subjected, undefined, 0, server, undefined)
      : undefined,
    texts: placesOf(parameter).flatMap((place) =>
      fewRuns.map((run) =>
        trial(
          `${run.name}${place.name === "" ? "" : ` in ${place.name}`}`,
          within((length) => place.write(run.write(length))),
          run.isNotorious,
          { name: run.name, isInside: place.name !== "" },
        ),
      ),
    ),
    insides,
    documents: short ? [] : documentsOf(parameter).map(({ name: what, write }) => trial(what, within(write))),
  };
};

/** One parameter of each type that isn't text: the same lines decode dozens of settings. */
const ofDifferentTypes = (parameters: Parameters): readonly (readonly [string, Parameter<unknown>])[] => {
  const seen = new Set<unknown>();
  return Object.entries(parameters).filter(([, { type }]) => {
    const isSeen = seen.has(type);
    if (type.schema.type !== "string") seen.add(type);
    return !isSeen;
  });
};

export interface TargetTrials {
  readonly name: string;
  readonly caller: AnyEndpoint["caller"];
  readonly subjects: readonly Subject[];
}

/** The trials of every parameter of every endpoint. */
export const endpointTrials: readonly TargetTrials[] = targets.map((target) => {
  const { declared, prefix } = target;
  // Direct messages and channel messages take different ways, and so do webhooks with and without kinds of events.
  const hasVariants = "type" in (declared.params as Parameters) || declared.caller === "webhook";
  const variants = hasVariants ? [0, 1] : [0];
  return {
    name: `${declared.method} ${prefix}${declared.at}`,
    caller: declared.caller,
    subjects: variants.flatMap((variant) => [
      ...ofDifferentTypes(declared.path as Parameters).map(([name, parameter]) =>
        subjectOf({ target, name, parameter, isInPath: true, variant }),
      ),
      ...ofDifferentTypes(declared.params as Parameters).map(([name, parameter]) =>
        subjectOf({ target, name, parameter, isInPath: false, variant }),
      ),
    ]),
  };
});
