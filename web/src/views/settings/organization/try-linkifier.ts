import { expanded } from "../../../ui/url-template";

/** How a linkifier would change a text. */
export type LinkifierTrial =
  | { readonly kind: "link"; readonly text: string; readonly url: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "unknown" };

/** A nested quantifier: browsers may take forever to find that such a pattern doesn't match. */
const isSlow = (pattern: string): boolean => /[+*}]\??\)[+*{]/.test(pattern);

const inBrowsers = (pattern: string): string =>
  pattern.replaceAll("(?P<", "(?<").replace(/\\(p)([A-Z])/gi, "\\$1{$2}");

/** The server's rule: a match starts after white space or certain punctuation, and ends before anything but a letter. */
const compiled = (pattern: string): RegExp | undefined => {
  const [, flags = "", rest = ""] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(inBrowsers(pattern)) ?? [];
  for (const [mode, spaces, letters] of [
    ["u", "\\s\\u0085\\p{Z}", "[\\p{L}\\p{N}]"],
    ["", "\\s", "[A-Za-z0-9]"],
  ]) {
    try {
      return new RegExp(`(?<![^${spaces}'"(,:<])(?:${rest})(?!${letters})`, `${mode}${flags}`);
    } catch {
      // Some escapes are valid in only one of the regular-expression modes.
    }
  }
  return undefined;
};

/** Tries a linkifier on a text as well as a browser can: the server's pattern syntax differs slightly. */
export const tryLinkifier = (pattern: string, template: string, text: string): LinkifierTrial => {
  if (pattern === "" || text === "") return { kind: "nothing" };
  const expression = isSlow(pattern) ? undefined : compiled(pattern);
  if (expression === undefined) return { kind: "unknown" };
  const found = expression.exec(text);
  if (found === null || found[0] === "") return { kind: "nothing" };
  return { kind: "link", text: found[0], url: expanded(template, found.groups ?? {}) };
};
