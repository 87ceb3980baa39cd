import { type BlockRule, lastChild, newBlock } from "./block";

/** A paragraph: any chunk that no other rule reads. */
export const paragraphRule: BlockRule = (whole, { parent, chunks, mode }) => {
  chunks.shift();
  const chunk = whole.replace(/\n+$/, "");
  if (chunk.trim() === "") return true;
  if (mode !== "tight") {
    parent.children.push(newBlock("p", chunk.replace(/^\s+/, "")));
    return true;
  }
  const sibling = lastChild(parent);
  if (sibling) sibling.tail = `${sibling.tail}\n${chunk}`;
  else parent.text = parent.text === "" ? chunk.replace(/^\s+/, "") : `${parent.text}\n${chunk}`;
  return true;
};
