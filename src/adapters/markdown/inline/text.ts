import type { InlineRule } from "../run";

/** Up to where something else may begin: a mark, or a word. */
const plain = /[^\s'"(,:<@#[`$!]*[\s'"(,:]?/y;

/** Takes text up to what another rule may begin with. */
export const textRule: InlineRule = (state) => {
  const { src, pos } = state;
  // What stands here was offered to the other rules: they didn't take it.
  plain.lastIndex = pos + 1;
  const after = /[\s'"(,:<@#[`$!]/.test(src[pos] ?? "") ? 0 : (plain.exec(src)?.[0].length ?? 0);
  state.pending += src.slice(pos, pos + 1 + after);
  state.pos = pos + 1 + after;
  return true;
};
