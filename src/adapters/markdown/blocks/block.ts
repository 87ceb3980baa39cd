/** A part of a message that stands for itself: a paragraph, a list, a row of a table ... */
export interface Block {
  readonly tag: string;
  /** Markdown within the block, before its children. */
  text: string;
  readonly children: Block[];
  /** Markdown that follows the block directly: in a tight list item, below a heading. */
  tail: string;
  readonly attributes: readonly (readonly [string, string])[];
}

/** A block without anything in it. */
export const newBlock = (tag: string, text = "", attributes: Block["attributes"] = []): Block => ({
  tag,
  text,
  attributes,
  children: [],
  tail: "",
});

export const lastChild = (block: Block): Block | undefined => block.children.at(-1);

export const isList = (block: Block | undefined): boolean => block?.tag === "ol" || block?.tag === "ul";

/** What text within the block belongs to: it decides whether lines become paragraphs of their own. */
export type Mode =
  | "text"
  /** An item that isn't set apart by blank lines: its text is in the item itself. */
  | "tight"
  /** The first item after a blank line. */
  | "loose"
  /** What had been indented under an item. */
  | "detabbed";

/** What a rule works on: the chunks of lines between blank lines that are still to be read into a block. */
export interface Reading {
  readonly parent: Block;
  /** The first is at hand; a rule takes it, and may put back what it leaves of it. */
  readonly chunks: string[];
  readonly mode: Mode;
  /** Reads chunks into a block. */
  readonly read: (parent: Block, chunks: string[], mode: Mode) => void;
  /** Whether blocks are nested as deep as they may be. */
  readonly isDeep: boolean;
}

/** Reads the chunk at hand if it is of its kind. */
export type BlockRule = (chunk: string, reading: Reading) => boolean;
