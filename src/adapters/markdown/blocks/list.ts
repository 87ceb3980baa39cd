import { type Block, type BlockInput, type BlockRule, lastChild, newBlock } from "./block";

/** Spaces of indentation that make text part of an item. */
export const itemIndent = 2;

interface Kind {
  readonly tag: "ol" | "ul";
  readonly item: RegExp;
}

const ordered: Kind = { tag: "ol", item: /^ ?(\d+)\. +(.*)/s };
const unordered: Kind = { tag: "ul", item: /^ ?([*+-]) +(.*)/s };
const nestedItem = /^ {2,3}(?:\d+\.|[*+-]) +/;

const isIndented = (text: string): boolean => text.startsWith(" ".repeat(itemIndent));

/** The items of a chunk. Lines that begin with spaces belong to the item before. */
const itemsOf = (chunk: string, kind: Kind): string[] => {
  const items: string[][] = [];
  for (const line of chunk.split("\n")) {
    const words = kind.item.exec(line)?.[2];
    const last = items.at(-1);
    if (words !== undefined) items.push([words]);
    else if (last && !(nestedItem.test(line) && !isIndented(last[0] ?? ""))) last.push(line);
    else items.push([line]);
  }
  return items.map((lines) => lines.join("\n"));
};

/** Turns an item's text into a paragraph, because a blank line follows. */
export const setApart = (item: Block): void => {
  if (item.text !== "") {
    item.children.unshift(newBlock("p", item.text));
    item.text = "";
  }
};

/** Continues a list after a blank line. Its last item and its next one become paragraphs. */
const continueList = (list: Block, first: string, { read }: BlockInput): void => {
  const previous = lastChild(list);
  if (previous) {
    setApart(previous);
    const inside = lastChild(previous);
    if (inside && inside.tail !== "") {
      previous.children.push(newBlock("p", inside.tail.replace(/^\s+/, "")));
      inside.tail = "";
    }
  }
  const item = newBlock("li");
  list.children.push(item);
  read(item, [first], "loose");
};

const listRule =
  (kind: Kind): BlockRule =>
  (chunk, reading) => {
    const begin = kind.item.exec(chunk);
    if (begin === null || reading.isDeep) return false;
    const { parent, chunks, read } = reading;
    chunks.shift();
    const items = itemsOf(chunk, kind);
    const sibling = lastChild(parent);
    let list: Block;
    if (sibling?.tag === kind.tag) {
      list = sibling;
      continueList(list, items.shift() ?? "", reading);
    } else if (parent.tag === "ol" || parent.tag === "ul") {
      list = parent;
    } else {
      const start = begin[1] ?? "";
      list = newBlock(kind.tag, "", kind.tag === "ol" && start !== "1" ? [["start", start]] : []);
      parent.children.push(list);
    }
    for (const item of items) {
      const previous = lastChild(list);
      if (previous && isIndented(item)) read(previous, [item], "tight");
      else {
        const one = newBlock("li");
        list.children.push(one);
        read(one, [item], "tight");
      }
    }
    return true;
  };

/** `1. words`, numbered from the first item's number. */
export const orderedListRule = listRule(ordered);
/** `* words`, `+ words` or `- words`. */
export const unorderedListRule = listRule(unordered);
