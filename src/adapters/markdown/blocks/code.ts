import { type BlockRule, lastChild, newBlock } from "./block";
import { splitIndented } from "./indent";

const codeIndent = 4;

/** Lines that begin with four spaces; blank lines between them belong to the code. */
export const indentedCodeRule: BlockRule = (chunk, { parent, chunks }) => {
  if (!chunk.startsWith(" ".repeat(codeIndent))) return false;
  chunks.shift();
  const { indented, rest } = splitIndented(chunk, codeIndent);
  const code = indented.trimEnd();
  const before = lastChild(parent);
  if (before?.tag === "pre") before.text = `${before.text}\n${code}\n`;
  else parent.children.push(newBlock("pre", `${code}\n`));
  if (rest !== "") chunks.unshift(rest);
  return true;
};

/** More than one blank line in a row: only code keeps them. */
export const blankRule: BlockRule = (chunk, { parent, chunks }) => {
  if (chunk !== "" && !chunk.startsWith("\n")) return false;
  chunks.shift();
  if (chunk.length > 1) chunks.unshift(chunk.slice(1));
  const before = lastChild(parent);
  if (before?.tag === "pre") before.text += chunk === "" ? "\n\n" : "\n";
  return true;
};
