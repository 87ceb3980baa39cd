import { isIP } from "node:net";
import * as t from "io-ts";
import ipaddr from "ipaddr.js";
import { isSubdomain } from "../domain/realm/realm-address";
import { isEmail } from "../domain/users/email";

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

/** An email address. */
export const email = textThat("must be an email address", (value) => (isEmail(value) ? value : undefined));

/** A name that needs no quotes in a mail's header, or one in quotes. */
const senderName = /^([^<>@,;:"\\\p{Cc}]*|"[^"\\\p{Cc}]*")$/u;

/** The sender of a mail: an address, or one in angle brackets after a name. */
export const sender = textThat(
  "must be an email address, alone or after a name, as in Parley <parley@example.com>",
  (value) => {
    const [, name = "", address = value] = /^([^<]*)<([^<>]*)>$/.exec(value) ?? [];
    return isEmail(address) && senderName.test(name.trim()) ? value : undefined;
  },
);

/** The subdomain of an organization. */
export const subdomain = textThat(
  "must have lowercase letters, digits and inner hyphens, 40 at most",
  (value) => (value !== "" && isSubdomain(value) ? value : undefined),
);
