import { type BlockRule, newBlock } from "./block";

/** A line that begins a quotation and has text after `>`. */
const quoted = /(^|\n)(?!(?: {0,3}>\s*(?:$|\n))*(?:$|\n)) {0,3}>/;
const marker = /^ {0,3}> ?/;

const withoutMarker = (line: string): string => (line.trim() === ">" ? "" : line.replace(marker, ""));

/** `> words`, up to the next blank line. Each chunk is a separate quotation. */
export const quoteRule: BlockRule = (chunk, { parent, chunks, mode, read, isDeep }) => {
  if (isDeep || !chunk.includes(">")) return false;
  const found = quoted.exec(chunk);
  if (found === null) return false;
  chunks.shift();
  const start = found.index + (found[1]?.length ?? 0);
  read(parent, [chunk.slice(0, found.index)], mode);
  const quote = newBlock("blockquote");
  parent.children.push(quote);
  const inside = chunk.slice(start).split("\n").map(withoutMarker).join("\n");
  read(quote, inside.split("\n\n"), "text");
  return true;
};
