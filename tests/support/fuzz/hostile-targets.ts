import type { Chance } from "./chance";

/** Where a request in absolute form may claim to go: proxies get such requests, and servers must take them. */
const origins: readonly string[] = [
  "http://chat.example.com",
  "https://chat.example.com:443",
  "HTTP://CHAT.EXAMPLE.COM",
  "http://other.example",
  "http://evil.example",
  "https://evil.example:80",
  "http://chat.example.com@evil.example",
  "http://user:password@chat.example.com",
  "http://__proto__",
  "http://[::1]:80",
  "http://[::1",
  "http://%00",
  "http://",
  "http:",
  "http:/",
  "ftp://evil.example",
  "javascript:",
  "x:@evil.example",
  "x:evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  `http://${"x.".repeat(2000)}example`,
];

/** Whether the target has another path than it was made of: in `http:///json/register`, `json` is the host. */
export const leadsElsewhere = (target: string, path: string): boolean => {
  if (target === path || !URL.canParse(target)) return false;
  const { pathname, search } = new URL(target);
  return `${pathname}${search}` !== path;
};

/** The target of a request in another form than a path: absolute, of an authority, of the whole server, or malformed. */
export const hostileTarget = (path: string, { pick, percent }: Chance): string =>
  percent(90) ? `${pick(origins)}${path}` : pick(["*", "chat.example.com:443", "?", "#", "/?#", "..", ""]);
