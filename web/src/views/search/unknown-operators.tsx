import { narrowOperators } from "../../../../src/domain/narrow/operators";
import { useApp } from "../../app/app";
import type { Narrow } from "../../store/narrow";
import { searchWords } from "../../words/en-search";

/** A word such as `before:2024`, but not a URL. */
const likeOperator = /(?<!\S)-?([a-z][a-z-]*):(?!\/\/)\S/g;

/** Explains words of a search without results that look like operators but aren't. */
export const UnknownOperators = ({ narrow }: { readonly narrow: Narrow }) => {
  const { dialog } = useApp();
  const text = narrow
    .flatMap(({ operator, operand }) => (operator === "search" ? String(operand) : []))
    .join(" ");
  const names = [...text.matchAll(likeOperator)].map(([, name]) => `${name}:`);
  if (names.length === 0) return null;
  const known = narrowOperators.map((one) => `${one}:`).join(", ");
  return (
    <>
      <p class="soft">{searchWords.unknownOperators([...new Set(names)].join(", "), known)}</p>
      <button
        type="button"
        class="plain"
        onClick={() => {
          dialog.value = { kind: "filters" };
        }}
      >
        {searchWords.filters}
      </button>
    </>
  );
};
