const spaces = (count: number): string => " ".repeat(count);

/** Removes this many leading spaces from lines that have them. */
export const withoutIndent = (text: string, count: number): string =>
  text
    .split("\n")
    .map((line) => (line.startsWith(spaces(count)) ? line.slice(count) : line))
    .join("\n");

/** Splits text into its leading indented lines, without indentation, and the rest. */
export const splitIndented = (
  text: string,
  count: number,
): { readonly indented: string; readonly rest: string } => {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith(spaces(count)) && line.trim() !== "");
  const indented = end === -1 ? lines : lines.slice(0, end);
  return {
    indented: indented.map((line) => (line.trim() === "" ? "" : line.slice(count))).join("\n"),
    rest: end === -1 ? "" : lines.slice(end).join("\n"),
  };
};
