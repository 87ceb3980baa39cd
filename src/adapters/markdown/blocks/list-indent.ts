import { type Block, type BlockRule, isList, lastChild, type Mode, newBlock } from "./block";
import { withoutIndent } from "./indent";
import { itemIndent, setApart } from "./list";

/** The list level and block that an indented chunk belongs to, by its leading spaces. */
const placeOf = (
  parent: Block,
  chunk: string,
  mode: Mode,
): { readonly level: number; readonly block: Block } => {
  const indentLevel = Math.floor((/^ */.exec(chunk)?.[0].length ?? 0) / itemIndent);
  // In a tight list, the search starts at the current item.
  let level = mode === "tight" ? 1 : 0;
  let block = parent;
  while (indentLevel > level) {
    const child = lastChild(block);
    if (child === undefined || (child.tag !== "li" && !isList(child))) break;
    if (isList(child)) level += 1;
    block = child;
  }
  return { level, block };
};

/** Text indented below a list or in an item belongs to it. */
export const listIndentRule: BlockRule = (chunk, { parent, chunks, mode, read, isDeep }) => {
  if (isDeep || mode === "detabbed" || !chunk.startsWith(" ".repeat(itemIndent))) return false;
  if (parent.tag !== "li" && !isList(lastChild(parent))) return false;
  chunks.shift();
  const { level, block } = placeOf(parent, chunk, mode);
  const text = withoutIndent(chunk, itemIndent * level);
  const inside = lastChild(parent);
  const last = lastChild(block);
  if (parent.tag === "li") read(inside && isList(inside) ? inside : parent, [text], "detabbed");
  else if (block.tag === "li") read(block, [text], "detabbed");
  else if (last?.tag === "li") {
    setApart(last);
    read(last, text.split("\n\n"), "detabbed");
  } else {
    const item = newBlock("li");
    block.children.push(item);
    read(item, [text], "detabbed");
  }
  return true;
};
