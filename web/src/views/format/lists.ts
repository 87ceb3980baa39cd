import { type Edit, linesOf, type Selected } from "./edit";

export type ListName = "bulletedList" | "numberedList";

const item = /^(\s*)(?:([*+-])|(\d+)\.)\s+/;

/** Makes the selected lines a list, or a list plain lines again. */
export const toggleList = (selected: Selected, name: ListName): Edit => {
  const { value, from, to } = linesOf(selected);
  const lines = value.slice(from, to).split("\n");
  const isListed = (line: string): boolean => {
    const found = item.exec(line);
    return found !== null && (found[2] !== undefined) === (name === "bulletedList");
  };
  const filled = lines.filter((line) => line.trim() !== "");
  const isList = filled.length > 0 && filled.every(isListed);
  let number = 0;
  const signOf = (): string => {
    number += 1;
    return name === "bulletedList" ? "- " : `${number}. `;
  };
  const isSkipped = (line: string): boolean => line.trim() === "" && lines.length > 1;
  const text = lines
    .map((line) => {
      if (isSkipped(line)) return line;
      const [signs = "", space = ""] = item.exec(line) ?? [];
      return space + (isList ? "" : signOf()) + line.slice(signs.length || space.length);
    })
    .join("\n");
  if (selected.from !== selected.to) return { from, to, text, select: [from, from + text.length] };
  // A caret stays where it was in its words.
  const caret = Math.max(from, selected.to + text.length - (to - from));
  return { from, to, text, select: [caret, caret] };
};
