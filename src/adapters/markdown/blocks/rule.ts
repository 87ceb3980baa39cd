import { type BlockRule, newBlock } from "./block";

const isRule = (line: string): boolean => {
  const marks = line.trim();
  const mark = marks[0];
  if (mark === undefined || !"-_*".includes(mark) || /^ {4}/.test(line)) return false;
  // Up to two spaces may stand between the marks.
  return (
    /^[-_*][-_* ]*$/.test(marks) &&
    [...marks].every((one) => one === mark || one === " ") &&
    !marks.includes("   ") &&
    [...marks].filter((one) => one === mark).length >= 3
  );
};

/** `---`, `***` or `___` on a line. */
export const horizontalRule: BlockRule = (chunk, { parent, chunks, mode, read }) => {
  const lines = chunk.split("\n");
  const index = lines.findIndex(isRule);
  if (index === -1) return false;
  chunks.shift();
  const before = lines.slice(0, index).join("\n").replace(/\n+$/, "");
  if (before !== "") read(parent, [before], mode);
  parent.children.push(newBlock("hr"));
  const after = lines
    .slice(index + 1)
    .join("\n")
    .replace(/^\n+/, "");
  if (after !== "") chunks.unshift(after);
  return true;
};
