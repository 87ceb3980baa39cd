import { type InlineState, placeholder, type Token } from "../rendering/rendering";

/** A stretch of text. Each placeholder stands for the next of the parts, which were read earlier. */
interface Span {
  readonly text: string;
  readonly parts: readonly (readonly Token[])[];
}

/** A position in a span, and what it becomes. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** The tokens that replace it. */
  readonly tokens: (inside: (start: number, end: number) => readonly Token[]) => readonly Token[];
}

/** Finds the next match at or after a position. */
export type Pass = (text: string, from: number) => Match | undefined;

const countIn = (text: string): number => {
  let count = 0;
  for (let index = text.indexOf(placeholder); index !== -1; index = text.indexOf(placeholder, index + 1))
    count += 1;
  return count;
};

/** Maximum nesting of spans of one kind. `**a *b* c**` has two kinds. */
const deepest = 20;

/** Applies one pass to a span; undefined if it finds nothing. */
const readOnce = (
  state: InlineState,
  { text, parts }: Span,
  pass: Pass,
  later: readonly Pass[],
): Span | undefined => {
  let found = pass(text, 0);
  if (found === undefined) return undefined;
  const left: string[] = [];
  const leftParts: (readonly Token[])[] = [];
  let done = 0;
  let partsDone = 0;
  while (found) {
    const { start, end } = found;
    const before = text.slice(done, start);
    const partsBefore = partsDone + countIn(before);
    const inside = (from: number, to: number): readonly Token[] => {
      const first = partsBefore + countIn(text.slice(start, from));
      const inner = text.slice(from, to);
      return readSpans(state, { text: inner, parts: parts.slice(first, first + countIn(inner)) }, later);
    };
    left.push(before, placeholder);
    leftParts.push(...parts.slice(partsDone, partsBefore), found.tokens(inside));
    partsDone = partsBefore + countIn(text.slice(start, end));
    done = end;
    found = pass(text, done);
  }
  return {
    text: [...left, text.slice(done)].join(""),
    parts: [...leftParts, ...parts.slice(partsDone)],
  };
};

/**
 * Applies the passes in order, each to the whole text the earlier ones left. Earlier matches are single characters to
 * later passes. Later passes also read the content of each match.
 */
export const readSpans = (state: InlineState, span: Span, passes: readonly Pass[]): readonly Token[] => {
  let left = span;
  for (const [index, pass] of passes.entries())
    for (let again = 0; again < deepest; again += 1) {
      const read = readOnce(state, left, pass, passes.slice(index + 1));
      if (read === undefined) break;
      left = read;
    }
  return left.text.split(placeholder).flatMap((words, index) => {
    const text = textToken(state, words);
    return index === 0 ? text : [...(left.parts[index - 1] ?? []), ...text];
  });
};

const textToken = (state: InlineState, words: string): readonly Token[] => {
  if (words === "") return [];
  const token = new state.Token("text", "", 0);
  token.content = words;
  return [token];
};

/** Converts tokens to a span: text tokens stay text, all others become parts. */
export const spanOf = (tokens: readonly Token[]): Span => {
  const parts: (readonly Token[])[] = [];
  const text = tokens.map((token) => {
    if (token.type === "text") return token.content;
    parts.push([token]);
    return placeholder;
  });
  return { text: text.join(""), parts };
};
