import * as t from "io-ts";
import type { Codec } from "./codec";

/** A codec of words, and the number that each is stored as. */
export type StoredAsNumber<Word extends string> = Codec<Word> & {
  readonly numbers: Readonly<Record<Word, number>>;
};

/**
 * Words that rows and logged events have as numbers. Older versions of the program, and SQL, read the numbers, so words are
 * stored as them.
 */
export const storedAsNumber = <Word extends string>(
  numbers: Readonly<Record<Word, number>>,
): StoredAsNumber<Word> => {
  const words = new Map(Object.entries<number>(numbers).map(([word, number]) => [number, word as Word]));
  const known: ReadonlySet<unknown> = new Set(words.values());
  const is = (value: unknown): value is Word => known.has(value);
  const codec = new t.Type<Word, unknown>(
    [...known].map((word) => JSON.stringify(word)).join(" | "),
    is,
    (value, context) => {
      const word = is(value) ? value : words.get(value as number);
      return word === undefined ? t.failure(value, context) : t.success(word);
    },
    (word) => numbers[word],
  );
  return Object.assign(codec, { numbers });
};

/** A number, or a word that stands in for one and is stored as a number of its own. */
export const numberOr = <Word extends string>(
  numbers: Readonly<Record<Word, number>>,
): Codec<number | Word> => {
  const word = storedAsNumber(numbers);
  const reserved: ReadonlySet<unknown> = new Set(Object.values(numbers));
  const isNumber = (value: unknown): value is number => typeof value === "number" && !reserved.has(value);
  return new t.Type<number | Word, unknown>(
    `number | ${word.name}`,
    (value): value is number | Word => isNumber(value) || word.is(value),
    (value, context) => (isNumber(value) ? t.success(value) : word.validate(value, context)),
    (value) => (typeof value === "number" ? value : word.encode(value)),
  );
};
