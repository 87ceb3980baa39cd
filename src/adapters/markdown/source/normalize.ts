import { placeholder } from "../rendering/rendering";

const tabWidth = 4;

const withoutTabs = (line: string): string => {
  if (!line.includes("\t")) return line;
  const [first = "", ...parts] = line.split("\t");
  return parts.reduce(
    (before, part) => before + " ".repeat(tabWidth - (before.length % tabWidth)) + part,
    first,
  );
};

/** Normalizes source: one kind of line break, no tabs, no lines of only spaces, and a blank line at the end. */
export const normalize = (source: string): string =>
  `${source.replaceAll(placeholder, "").replace(/\r\n?/g, "\n")}\n\n`
    .split("\n")
    .map(withoutTabs)
    .map((line) => (/^ +$/.test(line) ? "" : line))
    .join("\n");
