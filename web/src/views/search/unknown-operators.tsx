import type { Narrow } from "../../store/narrow";
import { keyWords } from "../../words/en-keys";

/** A word such as `before:2024`, but not a URL. */
const likeOperator = /(?<!\S)-?([a-z][a-z-]*):(?!\/\/)\S/g;

/** Explains words of a search without results that look like operators but aren't. */
export const UnknownOperators = ({ narrow }: { readonly narrow: Narrow }) => {
  const text = narrow
    .flatMap(({ operator, operand }) => (operator === "search" ? String(operand) : []))
    .join(" ");
  const names = [...text.matchAll(likeOperator)].map(([, name]) => `${name}:`);
  return names.length === 0 ? null : (
    <p class="soft">{keyWords.unknownOperators([...new Set(names)].join(", "))}</p>
  );
};
