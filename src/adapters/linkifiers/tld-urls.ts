import tlds from "tlds";
import type { BareUrls } from "../../application/ports/topics/bare-urls";

/** Top-level domains that are more often file extensions. */
const fileEndings: ReadonlySet<string> = new Set(["java", "md", "mov", "py", "zip"]);
const topLevelDomains = tlds
  .filter((tld) => !fileEndings.has(tld))
  .sort((a, b) => b.length - a.length)
  .join("|");

const word = "\\p{L}\\p{N}_";
/** Matches text with balanced parentheses up to this nesting depth. */
const balanced = (depth: number): string =>
  depth === 0 ? '[^\\s()"]*' : `[^\\s()"]*?(?:\\(${balanced(depth - 1)}\\)[^\\s()"]*?)*`;

const site = `https?://[${word}.:@-]+?|(?:[${word}-]+\\.)+(?:${topLevelDomains})`;
const url = [
  `(?:${site})(?:/${balanced(7)})?`,
  `[${word}.-]+@[${word}.-]+\\.[${word}]+`,
  "bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}",
].join("|");
/** A URL starts after whitespace or certain punctuation, and ends before punctuation or at the end. */
const pattern = new RegExp(`(?<![^\\s'"(,:<])(?:${url})(?=[!:;?),.'">]*(?:$|\\s))`, "u");

const hasScheme = /^[a-z][a-z0-9+.-]*:/i;
/** At most one URL is found between two separators. */
const separator = /[ !;),'"]/;

/** Finds URLs by a web scheme or a known top-level domain. */
export const tldUrls: BareUrls = {
  find: (text) => {
    let start = 0;
    return text.split(separator).flatMap((part) => {
      const from = start;
      start += part.length + 1;
      const match = pattern.exec(part);
      if (match === null) return [];
      const [found] = match;
      const target = hasScheme.test(found) ? found : `https://${found}`;
      return [{ start: from + match.index, text: found, url: target }];
    });
  },
};
