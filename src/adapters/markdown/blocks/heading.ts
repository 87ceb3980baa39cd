import { type BlockRule, newBlock } from "./block";
import { withoutIndent } from "./indent";

const heading = /(?:^|\n)(#{1,6})\s((?:\\[^\n]|[^\\])*?)#*(?:\n|$)/;

/** `## Words`, on any line. The hashes need a space after them. */
export const headingRule: BlockRule = (chunk, { parent, chunks, mode, read }) => {
  const found = heading.exec(chunk);
  if (found === null) return false;
  const [whole, hashes = "", words = ""] = found;
  chunks.shift();
  const before = chunk.slice(0, found.index);
  if (before !== "") read(parent, [before], mode);
  parent.children.push(newBlock(`h${hashes.length}`, words.trim()));
  const after = chunk.slice(found.index + whole.length);
  if (after !== "") chunks.unshift(mode === "loose" ? withoutIndent(after, 4) : after);
  return true;
};
