import { isIP } from "node:net";
import * as t from "io-ts";
import { type PushWay, pushWays } from "./push-settings";

export type Codec<A> = t.Type<A, string, string>;

/** A setting of the server, read from one environment variable. */
export interface Setting<A> {
  readonly variable: string;
  readonly meaning: string;
  /** As text, the way the variable would have it; undefined where the setting may be absent. */
  readonly fallback: string | undefined;
  readonly codec: Codec<A>;
}

/** A codec from a variable's text; `must` completes "PARLEY_PORT must ...". */
const from = <A>(must: string, decode: (text: string) => A | undefined): Codec<A> => {
  const validate = (value: string, context: t.Context): t.Validation<A> => {
    const decoded = decode(value);
    return decoded === undefined ? t.failure(value, context, must) : t.success(decoded);
  };
  return new t.Type<A, string, string>(must, (_value): _value is A => true, validate, String);
};

export const text = from("must not be empty", (value) => value || undefined);

export const integerBetween = (least: number, most: number) =>
  from(`must be a whole number from ${least} to ${most}`, (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined,
  );

export const oneOf = <Word extends string>(...words: readonly Word[]) =>
  from(`must be one of ${words.join(", ")}`, (value) => words.find((word) => word === value));

export const url = (...protocols: readonly string[]) =>
  from(`must be a URL that begins with ${protocols.map((one) => `${one}//`).join(" or ")}`, (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value.replace(/\/+$/, "")
      : undefined,
  );

const isNetwork = (name: string): boolean => {
  const [address = "", size, ...rest] = name.split("/");
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  const isSize = size === undefined || (/^\d{1,3}$/.test(size) && Number(size) <= longest);
  return version !== 0 && isSize && rest.length === 0;
};

export const networks = from(
  "must be a list of addresses and networks, with commas, or one of loopback, linklocal, uniquelocal",
  (value) => {
    const names = value.split(",").map((name) => name.trim());
    const isKnown = (name: string) =>
      ["loopback", "linklocal", "uniquelocal"].includes(name) || isNetwork(name);
    return names.every(isKnown) ? (names as readonly string[]) : undefined;
  },
);

export const addresses = from("must be a list of addresses and networks, with commas", (value) => {
  const names = value.split(",").map((name) => name.trim());
  return names.every(isNetwork) ? (names as readonly string[]) : undefined;
});

export const keyPrefix = from("must be words with / after each, as in parley/", (value) =>
  /^([A-Za-z0-9_-][A-Za-z0-9_.-]*\/)+$/.test(value) ? value : undefined,
);

export const secret = from("must have 32 characters or more", (value) =>
  value.length >= 32 ? value : undefined,
);

export const setting = <A>(
  variable: string,
  fallback: string | undefined,
  codec: Codec<A>,
  meaning: string,
): Setting<A> => ({ variable, fallback, codec, meaning });

export const pushRoutes = from(`must be off, or a list of ${pushWays.join(", ")}, with commas`, (value) => {
  if (value === "off") return [];
  const names = value.split(",").map((name) => name.trim());
  const known = pushWays.filter((way) => names.includes(way));
  return known.length === new Set(names).size ? (known as readonly PushWay[]) : undefined;
});

export const registrationKey = from("must be 32 bytes in base64", (value) =>
  /^[A-Za-z0-9+/]{43}=$/.test(value) ? value : undefined,
);
