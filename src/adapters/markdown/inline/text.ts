import type { InlineRule } from "../rendering/rendering";

/** Text up to the next mark or word start. */
const plain = /[^\s'"(,:<@#[`$!]*[\s'"(,:]?/y;

/** Reads text up to where another rule may begin. */
export const textRule: InlineRule = (state) => {
  const { src, pos } = state;
  // The other rules have already declined the character at this position.
  plain.lastIndex = pos + 1;
  const after = /[\s'"(,:<@#[`$!]/.test(src[pos] ?? "") ? 0 : (plain.exec(src)?.[0].length ?? 0);
  state.pending += src.slice(pos, pos + 1 + after);
  state.pos = pos + 1 + after;
  return true;
};
