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
