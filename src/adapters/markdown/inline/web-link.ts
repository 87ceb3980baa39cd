import tlds from "tlds";

/** Top-level domains that are more often file extensions. */
const fileEndings: ReadonlySet<string> = new Set(["java", "md", "mov", "py", "zip"]);
const topLevel: ReadonlySet<string> = new Set(tlds.filter((name) => !fileEndings.has(name)));

const begins = /[\s'"(,:<]/;
/** Punctuation at the end that isn't part of the URL. */
const trailing = "!:;?),.'\">";
const deepestParentheses = 7;

const anyHost = /^https?:\/\/[\p{L}\p{N}_.:@-]+$/u;
const hostName = /^(?:[\p{L}\p{N}_-]+\.)+([\p{L}\p{N}-]+)$/u;
const mail = /^[\p{L}\p{N}_.-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+$/u;
const bitcoin = /^bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}$/;

const isHost = (host: string): boolean => {
  if (anyHost.test(host)) return true;
  const ending = hostName.exec(host)?.[1];
  return ending !== undefined && topLevel.has(ending);
};

/** The end of a path, at or after `least`. Parentheses in it are balanced, up to a limited depth. */
const pathEnd = (word: string, start: number, least: number): number | undefined => {
  let depth = 0;
  for (let end = start; end <= word.length; end += 1) {
    if (end >= least && depth === 0) return end;
    const character = word[end];
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (character === '"' || depth < 0 || depth > deepestParentheses) return undefined;
  }
  return undefined;
};

const longest = 4000;

/**
 * The URL or email address that starts here: with `http://` or with a host name under a known top-level domain, after
 * whitespace or opening punctuation, up to the next space, without trailing punctuation.
 */
export const webLinkAt = (source: string, start: number): string | undefined => {
  const before = source[start - 1];
  if (before !== undefined && !begins.test(before)) return undefined;
  if (!/[\p{L}\p{N}_.-]/u.test(source.slice(start, start + 2))) return undefined;
  const rest = /\S{0,4000}/y;
  rest.lastIndex = start;
  const word = rest.exec(source)?.[0] ?? "";
  if (!/[.:]/.test(word) || word.length === longest) return undefined;
  let end = word.length;
  while (end > 0 && trailing.includes(word[end - 1] ?? " ")) end -= 1;
  const protocol = /^https?:\/\//.exec(word)?.[0].length ?? 0;
  const slash = word.indexOf("/", protocol);
  if (slash === -1) {
    const whole = word.slice(0, end);
    return isHost(whole) || mail.test(whole) || bitcoin.test(whole) ? whole : undefined;
  }
  // Closing parentheses at the end may be part of the URL.
  const last = isHost(word.slice(0, slash)) ? pathEnd(word, slash + 1, end) : undefined;
  return last === undefined ? undefined : word.slice(0, last);
};
