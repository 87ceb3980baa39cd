import type MarkdownIt from "markdown-it";
import { renderingOf, type Token } from "../rendering/rendering";
import { fencedPart } from "../source/fences";
import type { Block } from "./block";

type State = MarkdownIt.StateCore;

/** Converts blocks to tokens, with line breaks where Zulip's servers put them. */
export const toTokens = (state: State, root: Block): readonly Token[] => {
  const tokens: Token[] = [];
  const push = (type: string, tag: string, nesting: -1 | 0 | 1): Token => {
    const token = new state.Token(type, tag, nesting);
    tokens.push(token);
    return token;
  };
  const putText = (text: string): void => {
    if (text === "") return;
    const token = push("inline", "", 0);
    token.content = text;
    token.children = [];
  };
  const putFenced = (block: Block): boolean => {
    const part = block.tag === "p" ? fencedPart(block.text, renderingOf(state)) : undefined;
    if (part === undefined) return false;
    push("fenced", "", 0).meta = part;
    return true;
  };
  const put = (block: Block): void => {
    if (block.tag === "pre") push("fenced", "", 0).meta = { kind: "code", language: "", text: block.text };
    else if (block.tag === "hr") push("hr", "hr", 0);
    else if (!putFenced(block)) {
      const open = push("block_open", block.tag, 1);
      open.attrs = block.attributes.map(([name, value]) => [name, value]);
      if (block.text === "" && block.children.length > 0) push("line_end", "", 0);
      putText(block.text);
      for (const child of block.children) put(child);
      push("block_close", block.tag, -1);
    }
    if (block.tail.trim() === "") push("line_end", "", 0);
    else putText(block.tail);
  };
  for (const block of root.children) put(block);
  return tokens;
};
