import { type Block, type BlockRule, type Mode, newBlock } from "./block";
import { blankRule, indentedCodeRule } from "./code";
import { headingRule } from "./heading";
import { orderedListRule, unorderedListRule } from "./list";
import { listIndentRule } from "./list-indent";
import { paragraphRule } from "./paragraph";
import { quoteRule } from "./quote";
import { horizontalRule } from "./rule";
import { tableRule } from "./table";

/** The first that takes a chunk reads it. */
const rules: readonly BlockRule[] = [
  blankRule,
  listIndentRule,
  indentedCodeRule,
  headingRule,
  tableRule,
  horizontalRule,
  orderedListRule,
  unorderedListRule,
  quoteRule,
  paragraphRule,
];

/** Deeper than anyone writes; beyond it, marks are text. */
const deepest = 60;

/** The blocks of a message. They are not CommonMark's: a block is what stands between blank lines. */
export const readBlocks = (source: string): Block => {
  let depth = 0;
  const read = (parent: Block, chunks: string[], mode: Mode): void => {
    depth += 1;
    for (let chunk = chunks[0]; chunk !== undefined; chunk = chunks[0]) {
      const reading = { parent, chunks, mode, read, isDeep: depth > deepest };
      for (const rule of rules) if (rule(chunk, reading)) break;
    }
    depth -= 1;
  };
  const root = newBlock("");
  read(root, source.split("\n\n"), "text");
  return root;
};
