import { type Block, type BlockRule, type Mode, newBlock } from "./block";
import { blankRule, indentedCodeRule } from "./code";
import { headingRule } from "./heading";
import { orderedListRule, unorderedListRule } from "./list";
import { listIndentRule } from "./list-indent";
import { paragraphRule } from "./paragraph";
import { quoteRule } from "./quote";
import { horizontalRule } from "./rule";
import { tableRule } from "./table";

/** In order of precedence. */
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

/** Maximum nesting depth. Deeper markup is plain text. */
const deepest = 60;

/** Splits a message into blocks. Unlike in CommonMark, blank lines delimit blocks. */
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
