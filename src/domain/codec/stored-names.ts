import * as t from "io-ts";
import type { Codec } from "./codec";
import { type Dict, isDict } from "./dict";

/** Names of fields that rows and logged events have under an older name: the field's name to the stored one. */
export type StoredNames = Readonly<Record<string, string>>;

const renamed = (dict: Dict, names: ReadonlyMap<string, string>): Dict =>
  Object.fromEntries(Object.entries(dict).map(([name, value]) => [names.get(name) ?? name, value]));

const inverse = (names: StoredNames): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).map(([name, stored]) => [stored, name]));

/**
 * Some fields of the object are stored under older names, which older versions of the program and SQL read. Reads both
 * names, writes the stored ones.
 */
export const storedUnder = <A extends object>(names: StoredNames, codec: Codec<A>): Codec<A> => {
  const toStored = new Map(Object.entries(names));
  const toField = inverse(names);
  const older = [...toField.keys()];
  const hasOlder = (value: Dict): boolean => older.some((name) => name in value);
  return new t.Type<A, unknown>(
    codec.name,
    (value): value is A => codec.is(value) && !hasOlder(value as Dict),
    (value, context) =>
      codec.validate(isDict(value) && hasOlder(value) ? renamed(value, toField) : value, context),
    (value) => renamed(codec.encode(value) as Dict, toStored),
  );
};

/** The name of a field itself as a value: reads both names, writes the stored one. */
export const nameStoredUnder = (names: StoredNames): Codec<string> => {
  const toStored = new Map(Object.entries(names));
  const toField = inverse(names);
  return new t.Type<string, unknown>(
    "string",
    (value): value is string => typeof value === "string" && !toField.has(value),
    (value, context) =>
      typeof value === "string" ? t.success(toField.get(value) ?? value) : t.failure(value, context),
    (name) => toStored.get(name) ?? name,
  );
};

/** One of a few words. Reads their older names too, and writes those. */
export const wordStoredUnder = <const Word extends string>(
  names: Readonly<Partial<Record<Word, string>>>,
  ...words: readonly Word[]
): Codec<Word> => {
  const toWord = new Map(words.map((word): [string, Word] => [names[word] ?? word, word]));
  const known: ReadonlySet<unknown> = new Set(words);
  const is = (value: unknown): value is Word => known.has(value);
  return new t.Type<Word, unknown>(
    words.map((word) => JSON.stringify(word)).join(" | "),
    is,
    (value, context) => {
      const word = is(value) ? value : toWord.get(value as string);
      return word === undefined ? t.failure(value, context) : t.success(word);
    },
    (word) => names[word] ?? word,
  );
};
