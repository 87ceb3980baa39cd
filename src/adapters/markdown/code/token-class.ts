const fixed: Readonly<Record<string, string>> = {
  keyword: "k",
  boolean: "kc",
  builtin: "nb",
  "class-name": "nc",
  function: "nf",
  operator: "o",
  "function-variable": "nf",
  "function-name": "nf",
  punctuation: "p",
  constant: "no",
  variable: "nv",
  "attr-name": "na",
  "attr-value": "s",
  tag: "nt",
  selector: "nt",
  symbol: "ss",
  namespace: "nn",
  annotation: "nd",
  decorator: "nd",
  macro: "cp",
  directive: "cp",
  prolog: "cp",
  doctype: "cp",
  cdata: "cp",
  preprocessor: "cp",
  regex: "sr",
  char: "sc",
  interpolation: "si",
  inserted: "gi",
  "inserted-sign": "gi",
  deleted: "gd",
  "deleted-sign": "gd",
  coord: "gu",
  title: "gh",
  bold: "gs",
  italic: "ge",
  entity: "ni",
  important: "k",
  atrule: "k",
  property: "na",
  key: "nt",
  label: "nl",
  "template-string": "sb",
  "triple-quoted-string": "s2",
  "template-punctuation": "sb",
  output: "go",
  command: "nb",
  environment: "nv",
  parameter: "nv",
  module: "nn",
  type: "kt",
  rule: "k",
  id: "nn",
  class: "nc",
  "pseudo-class": "nd",
  "pseudo-element": "nd",
  hexcode: "mh",
  unit: "kt",
  url: "s",
};

const numberClass = (text: string): string => {
  if (/^0x/i.test(text)) return "mh";
  if (/^0b/i.test(text)) return "mb";
  if (/^0o/i.test(text)) return "mo";
  return /[.e]/i.test(text) ? "mf" : "mi";
};

const stringClass = (text: string): string => {
  if (/^\w*"/.test(text)) return "s2";
  if (/^\w*'/.test(text)) return "s1";
  return text.startsWith("`") ? "sb" : "s";
};

const commentClass = (text: string): string => {
  if (text.startsWith("#!")) return "ch";
  if (text.startsWith("/*")) return "cm";
  return /^(?:\/\/|#|--|;|%)/.test(text) ? "c1" : "c";
};

const byLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  python: {
    "keyword import": "kn",
    "keyword from": "kn",
    "keyword None": "kc",
    "keyword print": "nb",
    "keyword in": "ow",
    "keyword is": "ow",
    "keyword and": "ow",
    "keyword or": "ow",
    "keyword not": "ow",
    "name self": "bp",
    "name cls": "bp",
  },
  latex: { function: "k", punctuation: "nb", keyword: "nb", "equation-command": "nv" },
  css: { property: "k" },
};

/** Pygments' short class for a token, which clients' style sheets know. */
export const tokenClass = (grammar: string, kind: string, text: string): string | undefined => {
  const languageClass = byLanguage[grammar]?.[`${kind} ${text}`] ?? byLanguage[grammar]?.[kind];
  if (languageClass !== undefined) return languageClass;
  if (kind === "name") return "n";
  if (kind === "number") return numberClass(text);
  if (kind === "string") return stringClass(text);
  if (kind === "comment") return commentClass(text);
  return fixed[kind];
};
