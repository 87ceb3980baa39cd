/** A block of a message: a paragraph, a list, a table row and so on. */
export interface Block {
  readonly tag: string;
  /** Markdown in the block, before its children. */
  text: string;
  readonly children: Block[];
  /** Markdown directly after the block: in a tight list item, or below a heading. */
  tail: string;
  readonly attributes: readonly (readonly [string, string])[];
}

/** An empty block. */
export const newBlock = (tag: string, text = "", attributes: Block["attributes"] = []): Block => ({
  tag,
  text,
  attributes,
  children: [],
  tail: "",
});

export const lastChild = (block: Block): Block | undefined => block.children.at(-1);

export const isList = (block: Block | undefined): boolean => block?.tag === "ol" || block?.tag === "ul";

/** How text in the block is read, which decides whether lines become paragraphs. */
export type Mode =
  | "text"
  /** A list item not separated by blank lines: its text belongs to the item itself. */
  | "tight"
  /** The first list item after a blank line. */
  | "loose"
  /** Text that was indented under an item, without its indentation. */
  | "detabbed";

/** The input of a rule: chunks of lines between blank lines, yet to be read into a block. */
export interface BlockInput {
  readonly parent: Block;
  /** The first chunk is the current one. A rule removes it, and may put back an unread remainder. */
  readonly chunks: string[];
  readonly mode: Mode;
  /** Reads chunks into a block. */
  readonly read: (parent: Block, chunks: string[], mode: Mode) => void;
  /** Whether the maximum nesting depth is reached. */
  readonly isDeep: boolean;
}

/** Reads the current chunk if the rule applies to it, and returns whether it did. */
export type BlockRule = (chunk: string, input: BlockInput) => boolean;
