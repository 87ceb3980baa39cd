import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import type { Parameters } from "../../../src/adapters/zulip-wire/codecs/parameter";
import type { Chance } from "./chance";
import { isUseful, type Things } from "./good-values";
import { nastyText, valueFor } from "./values";

/** A request as sent. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An endpoint at one of its addresses. */
interface Addressed {
  readonly prefix: string;
  readonly declared: AnyEndpoint;
}

export const urlEncoded = "application/x-www-form-urlencoded";

/** Text in a URL; half a surrogate pair can't be encoded. */
export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

export const formOf = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");

const multipartOf = (
  fields: readonly (readonly [string, string])[],
  chance: Chance,
  takesFile: boolean,
): Buffer => {
  const { percent, pick, between } = chance;
  const part = (name: string, more: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, "")}"${more}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ]);
  const files = percent(takesFile ? 80 : 10)
    ? [
        part(
          pick(["file", "filename", "f"]),
          `; filename="${pick(["a.png", "a.txt", "../a", "a\u202egpj.exe", ""])}"\r\nContent-Type: ${pick(["image/png", "text/html", "x"])}`,
          pick([Buffer.alloc(between(0, 5000), 1), Buffer.from("\x89PNG\r\n\x1a\n0000IHDR", "latin1")]),
        ),
      ]
    : [];
  const whole = Buffer.concat([
    ...fields.map(([name, value]) => part(name, "", value)),
    ...files,
    Buffer.from("--x--\r\n"),
  ]);
  return percent(10) ? whole.subarray(0, between(0, whole.length)) : whole;
};

const bytesAt = (chance: Chance, most: number): Buffer =>
  Buffer.from(Array.from({ length: chance.between(0, most) }, () => chance.between(0, 255)));

/** A body of any kind, mostly a form. */
export const bodyOf = (
  fields: readonly (readonly [string, string])[],
  { takesFile }: { readonly takesFile?: unknown },
  chance: Chance,
): { readonly type: string; readonly body: Buffer } => {
  const { percent, pick } = chance;
  const isMultipart = percent(takesFile ? 80 : 12);
  if (isMultipart)
    return {
      type: pick([
        "multipart/form-data; boundary=x",
        "multipart/form-data; boundary=x",
        "multipart/mixed; boundary=x",
      ]),
      body: multipartOf(fields, chance, takesFile !== undefined),
    };
  if (percent(85)) return { type: urlEncoded, body: Buffer.from(formOf(fields)) };
  return pick<() => { type: string; body: Buffer }>([
    () => ({ type: "application/json", body: Buffer.from(JSON.stringify(Object.fromEntries(fields))) }),
    () => ({ type: urlEncoded, body: Buffer.concat([Buffer.from("content="), bytesAt(chance, 40)]) }),
    () => ({ type: urlEncoded, body: Buffer.from("a=1&".repeat(5000)) }),
    () => ({ type: urlEncoded, body: Buffer.from(`content=${"x".repeat(1_100_000)}`) }),
    () => ({
      type: `${urlEncoded}; charset=${pick(["klingon", "utf-16", "latin1"])}`,
      body: Buffer.from("a=1"),
    }),
    () => ({ type: "multipart/form-data", body: Buffer.from("x") }),
    () => ({ type: "multipart/form-data; boundary=", body: bytesAt(chance, 100) }),
    () => ({ type: pick(["", "x", "text/html", "a/b; c=d; e"]), body: bytesAt(chance, 100) }),
    () => ({ type: urlEncoded, body: Buffer.from("%ff%fe=%&&==&a[b]=1&a[]=2&__proto__=3") }),
  ])();
};

const pathOf = ({ prefix, declared }: Addressed, chance: Chance, things: Things): string => {
  const at = declared.at.replace(/\{(\+?)(\w+)\}/g, (_, plus: string, name: string) => {
    const parameter = (declared.path as Parameters)[name];
    if (parameter === undefined) return "1";
    const text = chance.percent(4) ? nastyText(chance) : valueFor(declared, name, parameter, chance, things);
    const short = text.slice(0, 3000);
    return plus ? short.split("/").map(encoded).join("/") : encoded(short);
  });
  return `${prefix}${at}${chance.percent(1) ? chance.pick(["/", "//", "/%ff", "/..", ";a"]) : ""}`;
};

/** Makes a long poll answer at once: when a name is repeated, the last value counts. */
const answeredAtOnce: Readonly<Record<string, readonly [string, string]>> = {
  "/events": ["dont_block", "true"],
  "/events/stream": ["queue_id", "none"],
};

/** A request to an endpoint, made from its declaration. */
export const requestTo = (
  target: Addressed,
  credentials: Readonly<Record<string, string>>,
  chance: Chance,
  things: Things,
): FuzzedRequest => {
  const { declared } = target;
  const { percent, pick } = chance;
  const method = percent(3)
    ? pick(["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "PROPFIND"])
    : declared.method.toUpperCase();
  const parameters = Object.entries(declared.params as Parameters);
  // Each may be wrong, but only a few of many at a time.
  const share = Math.min(40, 200 / parameters.length);
  const fields = parameters.flatMap(([name, parameter]) =>
    percent(parameter.isRequired || isUseful(declared, name) ? 96 : share)
      ? [
          [
            pick([name, name, name, ...parameter.aliases]),
            valueFor(declared, name, parameter, chance, things),
          ] as const,
        ]
      : [],
  );
  const ending = answeredAtOnce[declared.at];
  const all = ending ? [...fields, ending] : fields;
  const odd = percent(8) ? [...all, [nastyText(chance).slice(0, 100), "1"] as const] : all;
  const path = pathOf(target, chance, things);
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") {
    const query = formOf(odd).slice(0, percent(98) ? 8000 : 40_000);
    return {
      method,
      path: query === "" ? path : `${path}?${query}`,
      headers: credentials,
      body: Buffer.alloc(0),
    };
  }
  const { type, body } = bodyOf(odd, declared as { takesFile?: unknown }, chance);
  return {
    method,
    path,
    body,
    headers: {
      ...credentials,
      ...(type !== "" && { "Content-Type": type }),
      "Content-Length": `${body.length}`,
    },
  };
};
