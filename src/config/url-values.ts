import { textThat } from "./setting-values";

const among = (protocols: readonly string[]): string =>
  protocols.map((protocol) => `${protocol}//`).join(" or ");

const parsed = (value: string, protocols: readonly string[]): URL | undefined =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol) ? new URL(value) : undefined;

/** A URL with one of some protocols, without trailing slashes. */
export const url = (...protocols: readonly string[]) =>
  textThat(`must be a URL that begins with ${among(protocols)}`, (value) =>
    parsed(value, protocols) === undefined ? undefined : value.replace(/\/+$/, ""),
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

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether the URL names a server, with credentials that can be read. */
const namesServer = (value: string, protocols: readonly string[], path: RegExp): boolean => {
  const { hostname = "", username = "", password = "", pathname = "" } = parsed(value, protocols) ?? {};
  return hostname !== "" && isDecodable(username) && isDecodable(password) && path.test(pathname);
};

const anyPath = /^/;
const noPath = /^\/?$/;

/** The URL of a server that speaks another protocol than HTTP. `path` is what may follow its host. */
export const serverUrl = (protocols: readonly string[], path = anyPath) =>
  textThat(`must be a URL that begins with ${among(protocols)} and names a server`, (value) =>
    namesServer(value, protocols, path) ? value.replace(/\/+$/, "") : undefined,
  );

/** One or more such URLs, separated by commas. */
export const serverUrls = (...protocols: readonly string[]) =>
  textThat(
    `must be URLs, separated by commas, that begin with ${among(protocols)} and name a server`,
    (value) => {
      const all = value.split(",").map((one) => one.trim());
      return all.every((one) => namesServer(one, protocols, noPath)) ? all.join(",") : undefined;
    },
  );
