import * as t from "io-ts";
import { textThat } from "./setting-values";

const among = (protocols: readonly string[]): string =>
  protocols.map((protocol) => `${protocol}//`).join(" or ");

const parsed = (value: string, protocols: readonly string[]): URL | undefined =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol) ? new URL(value) : undefined;

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether a password seems to contain a character that ends it early: what follows is then taken for a host, path or database, and may
 * end up in a log.
 */
const holdsRawPassword = (value: string): boolean => {
  if (!URL.canParse(value)) return /^[a-z]+:\/\/[^:]*:.*[/?#%@,].*@/s.test(value);
  const { username, password, pathname, search, hash } = new URL(value);
  if (!isDecodable(username) || !isDecodable(password)) return true;
  return `${pathname}${hash}`.includes("@") || (username === "" && search.includes("@"));
};

/** The decoder of a URL that may have a password, with an error that says how to write that. */
const withEncodedPassword = (
  decoder: t.Decoder<string, string>,
  urlsOf: (value: string) => readonly string[] = (value) => [value],
): t.Decoder<string, string> => {
  const careful: t.Decoder<string, string> = {
    name: decoder.name,
    validate: (value, context) =>
      urlsOf(value).some(
        (one, index) => holdsRawPassword(one) || (index > 0 && !one.includes("://") && one.includes("@")),
      )
        ? t.failure(value, context, "must have / ? # @ % : and , in its password percent-encoded: %2F for /")
        : decoder.validate(value, context),
    decode: (value) => careful.validate(value, [{ key: "", type: careful, actual: value }]),
  };
  return careful;
};

/** A URL with one of some protocols, without trailing slashes. */
export const url = (...protocols: readonly string[]) =>
  withEncodedPassword(
    textThat(`must be a URL that begins with ${among(protocols)}`, (value) =>
      parsed(value, protocols) === undefined ? undefined : value.replace(/\/+$/, ""),
    ),
  );

/** A URL to which Parley appends paths: one that ends in a query or a fragment would swallow them. */
export const baseUrl = (...protocols: readonly string[]) =>
  textThat(`must be a URL that begins with ${among(protocols)} and has no ? or #`, (value) =>
    parsed(value, protocols) === undefined || /[?#]/.test(value) ? undefined : value.replace(/\/+$/, ""),
  );

/** A URL of a whole host, without anything that isn't part of its origin. */
export const originUrl = (...protocols: readonly string[]) =>
  textThat(`must be a URL that begins with ${among(protocols)} and ends with a host or port`, (value) => {
    const { origin, pathname, search, hash, username, password } = parsed(value, protocols) ?? {};
    return pathname === "/" && [search, hash, username, password].every((part) => part === "")
      ? origin
      : undefined;
  });

/** Whether the URL names a server, with credentials that can be read. */
const namesServer = (value: string, protocols: readonly string[], path: RegExp): boolean => {
  const { hostname = "", username = "", password = "", pathname = "" } = parsed(value, protocols) ?? {};
  return hostname !== "" && isDecodable(username) && isDecodable(password) && path.test(pathname);
};

const anyPath = /^/;
const noPath = /^\/?$/;

/** The URL of a server that speaks another protocol than HTTP. `path` is what may follow its host. */
export const serverUrl = (protocols: readonly string[], path = anyPath) =>
  withEncodedPassword(
    textThat(`must be a URL that begins with ${among(protocols)} and names a server`, (value) =>
      namesServer(value, protocols, path) ? value.replace(/\/+$/, "") : undefined,
    ),
  );

/** The hosts after a user and a password, as PostgreSQL's own library takes several. */
const severalHosts = /^[a-z]+:\/\/(?:[^@/?#]*@)?[^@,/?#]+(?:,[^@,/?#]+)+(?:[/?#][^@]*)?$/;

const namesSeveralHosts = (value: string): boolean =>
  severalHosts.test(value) ||
  (URL.canParse(value) && new URL(value).searchParams.get("host")?.includes(",") === true);

const anyDatabaseUrl = url("postgres:", "postgresql:");

/** The URL of a PostgreSQL server. */
export const databaseUrl: t.Decoder<string, string> = {
  name: "DatabaseUrl",
  validate: (value, context) =>
    namesSeveralHosts(value)
      ? t.failure(
          value,
          context,
          "must name one host: Parley doesn't choose among several. docs/operating.md says what leads to the primary after a failover",
        )
      : anyDatabaseUrl.validate(value, context),
  decode: (value) => databaseUrl.validate(value, [{ key: "", type: databaseUrl, actual: value }]),
};

/** One or more such URLs, separated by commas. */
export const serverUrls = (...protocols: readonly string[]) =>
  withEncodedPassword(
    textThat(
      `must be URLs, separated by commas, that begin with ${among(protocols)} and name a server`,
      (value) => {
        const all = value.split(",").map((one) => one.trim());
        return all.every((one) => namesServer(one, protocols, noPath)) ? all.join(",") : undefined;
      },
    ),
    (value) => value.split(","),
  );
