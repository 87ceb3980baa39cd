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

type Values = Readonly<Record<string, string | undefined>>;

const named = new Set([";", "?", "&"]);
const beginnings: Readonly<Record<string, string>> = {
  "#": "#",
  ".": ".",
  "/": "/",
  ";": ";",
  "?": "?",
  "&": "&",
};
const separators: Readonly<Record<string, string>> = { ".": ".", "/": "/", ";": ";", "?": "&", "&": "&" };

const expandOne = (operator: string, list: string, values: Values): string => {
  const encode = operator === "+" || operator === "#" ? encodeURI : encodeURIComponent;
  const parts = list.split(",").flatMap((variable) => {
    const [, name = "", length] = /^(.*?)(?::(\d+)|\*)?$/.exec(variable) ?? [];
    const value = values[name];
    if (value === undefined) return [];
    const text = encode(length === undefined ? value : value.slice(0, Number(length)));
    if (!named.has(operator)) return [text];
    return [operator === ";" && text === "" ? name : `${name}=${text}`];
  });
  return parts.length === 0 ? "" : `${beginnings[operator] ?? ""}${parts.join(separators[operator] ?? ",")}`;
};

/** Expands a URL template (RFC 6570). */
export const expanded = (template: string, values: Values): string =>
  template.replace(/\{([+#./;?&]?)([^}]*)\}/g, (_all, operator: string, list: string) =>
    expandOne(operator, list, values),
  );

/** Tries a linkifier on a text as well as a browser can: the server's pattern syntax differs slightly. */
export const tryLinkifier = (pattern: string, template: string, text: string): LinkifierTrial => {
  if (pattern === "" || text === "") return { kind: "nothing" };
  const expression = isSlow(pattern) ? undefined : compiled(pattern);
  if (expression === undefined) return { kind: "unknown" };
  const found = expression.exec(text);
  if (found === null || found[0] === "") return { kind: "nothing" };
  return { kind: "link", text: found[0], url: expanded(template, found.groups ?? {}) };
};
