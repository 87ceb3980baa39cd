import { isIP } from "node:net";
import * as t from "io-ts";
import ipaddr from "ipaddr.js";

/** Decodes a variable's text; `must` completes "PARLEY_PORT must ...". */
export const textThat = <A>(must: string, read: (text: string) => A | undefined): t.Decoder<string, A> => {
  const validate: t.Validate<string, A> = (text, context) => {
    const value = read(text);
    return value === undefined ? t.failure(text, context, must) : t.success(value);
  };
  const decoder: t.Decoder<string, A> = {
    name: must,
    validate,
    decode: (text) => validate(text, [{ key: "", type: decoder, actual: text }]),
  };
  return decoder;
};

/** Any text. */
export const text = textThat("must not be empty", (value) => value || undefined);

/** A whole number, bounds included. */
export const integerBetween = (least: number, most: number) =>
  textThat(`must be a whole number from ${least} to ${most}`, (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined,
  );

/** A whole number from 1, or the word auto. */
export const countOrAuto = (most: number) =>
  textThat<number | "auto">(`must be a whole number from 1 to ${most}, or auto`, (value) => {
    if (value === "auto") return value;
    return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= most ? Number(value) : undefined;
  });

/** One of some choices. */
export const oneOf = <Choice extends string>(...choices: readonly Choice[]) =>
  textThat(`must be one of ${choices.join(", ")}`, (value) => choices.find((choice) => choice === value));

/** A URL with one of some protocols, without trailing slashes. */
export const url = (...protocols: readonly string[]) =>
  textThat(
    `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    (value) =>
      URL.canParse(value) && protocols.includes(new URL(value).protocol)
        ? value.replace(/\/+$/, "")
        : undefined,
  );

/** One or more such URLs, separated by commas. */
export const urls = (...protocols: readonly string[]) =>
  textThat(
    `must be URLs, separated by commas, that begin with ${protocols.map((one) => `${one}//`).join(" or ")}`,
    (value) => {
      const all = value.split(",").map((one) => one.trim());
      const isRight = (one: string) => URL.canParse(one) && protocols.includes(new URL(one).protocol);
      return all.every(isRight) ? all.join(",") : undefined;
    },
  );

const isNetwork = (name: string): boolean => {
  const [address = ""] = name.split("/");
  // ipaddr.js also accepts abbreviated addresses such as "10/8", which other programs interpret differently.
  return isIP(address) !== 0 && (address === name || ipaddr.isValidCIDR(name));
};

/** Addresses, networks and Express's names for some. */
export const networks = textThat<readonly string[]>(
  "must be addresses and networks, separated by commas, or one of loopback, linklocal, uniquelocal",
  (value) => {
    const names = value.split(",").map((name) => name.trim());
    const isKnown = (name: string) =>
      ["loopback", "linklocal", "uniquelocal"].includes(name) || isNetwork(name);
    return names.every(isKnown) ? names : undefined;
  },
);

/** Addresses and networks. */
export const addresses = textThat<readonly string[]>(
  "must be addresses and networks, separated by commas",
  (value) => {
    const names = value.split(",").map((name) => name.trim());
    return names.every(isNetwork) ? names : undefined;
  },
);

/** A prefix for the keys of files in a bucket. */
export const keyPrefix = textThat("must be words that each end with /, as in parley/", (value) =>
  /^([A-Za-z0-9_-][A-Za-z0-9_.-]*\/)+$/.test(value) ? value : undefined,
);

/** The secret from which others are derived. */
export const secret = textThat("must have 32 characters or more", (value) =>
  value.length >= 32 ? value : undefined,
);

/** An X25519 key. */
export const registrationKey = textThat("must be 32 bytes in base64", (value) =>
  /^[A-Za-z0-9+/]{43}=$/.test(value) ? value : undefined,
);
