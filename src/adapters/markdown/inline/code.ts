import { escapeBetweenTags } from "../../../domain/text/html";
import type { InlineRule, InlineState } from "../rendering/rendering";

interface CodeSpan {
  readonly code: string;
  readonly end: number;
}

interface Ticks {
  readonly start: number;
  readonly length: number;
  readonly isEscaped: boolean;
}

/** The first of the ascending positions after `position`. */
const firstAfter = (starts: readonly number[], position: number): number | undefined => {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return starts[low];
};

/**
 * Finds code between runs of equally many backticks. An unclosed run may open with fewer of its backticks; the others
 * are then part of the code.
 */
const findCode = (source: string): ReadonlyMap<number, CodeSpan> => {
  const spans = new Map<number, CodeSpan>();
  if (!source.includes("`")) return spans;
  const runs = [...source.matchAll(/`+/g)].map(
    ({ 0: { length }, index }): Ticks => ({ start: index, length, isEscaped: source[index - 1] === "\\" }),
  );
  const byLength = new Map<number, number[]>();
  for (const { start, length } of runs) {
    const starts = byLength.get(length) ?? [];
    starts.push(start);
    byLength.set(length, starts);
  }
  let done = 0;
  for (const { start, length, isEscaped } of runs) {
    if (start < done || isEscaped) continue;
    for (let opening = length; opening > 0; opening -= 1) {
      const closing = firstAfter(byLength.get(opening) ?? [], start);
      if (closing === undefined) continue;
      done = closing + opening;
      spans.set(start, { code: source.slice(start + opening, closing), end: done });
      break;
    }
  }
  return spans;
};

const cache = new WeakMap<InlineState, ReadonlyMap<number, CodeSpan>>();

/** The code spans in a state's text, by start position. */
export const codeIn = (state: InlineState): ReadonlyMap<number, CodeSpan> => {
  const spans = cache.get(state) ?? findCode(state.src);
  cache.set(state, spans);
  return spans;
};

/** `` `code` ``: the exact text between the backticks, including spaces. */
export const codeRule: InlineRule = (state) => {
  if (state.src[state.pos] !== "`") return false;
  const span = codeIn(state).get(state.pos);
  if (span === undefined) return false;
  state.push("html", "", 0).content = `<code>${escapeBetweenTags(span.code)}</code>`;
  state.pos = span.end;
  return true;
};
