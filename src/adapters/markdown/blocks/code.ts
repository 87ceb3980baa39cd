import { type BlockRule, lastChild, newBlock } from "./block";
import { splitIndented } from "./indent";

const codeIndent = 4;

/** Indented code: lines that begin with four spaces, including blank lines between them. */
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

/** Several blank lines in a row, which only code preserves. */
export const blankRule: BlockRule = (chunk, { parent, chunks }) => {
  if (chunk !== "" && !chunk.startsWith("\n")) return false;
  chunks.shift();
  if (chunk.length > 1) chunks.unshift(chunk.slice(1));
  const before = lastChild(parent);
  if (before?.tag === "pre") before.text += chunk === "" ? "\n\n" : "\n";
  return true;
};
