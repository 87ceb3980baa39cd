import * as t from "io-ts";
import type { Codec } from "./codec";
import { type Dict, isDict } from "./dict";
import { stored } from "./stored";

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
    (value): value is A => isDict(value) && !hasOlder(value) && codec.is(value),
    (value, context) =>
      codec.validate(isDict(value) && hasOlder(value) ? renamed(value, toField) : value, context),
    (value) => renamed(stored(codec, value), toStored),
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

/** A choice that is stored under an older name. Reads both names, writes the older one. */
export const choiceStoredUnder = <const Choice extends string>(
  names: Readonly<Partial<Record<Choice, string>>>,
  ...choices: readonly Choice[]
): Codec<Choice> => {
  const toChoice = new Map<unknown, Choice>(choices.map((choice) => [names[choice] ?? choice, choice]));
  const known: ReadonlySet<unknown> = new Set(choices);
  const is = (value: unknown): value is Choice => known.has(value);
  return new t.Type<Choice, unknown>(
    choices.map((choice) => JSON.stringify(choice)).join(" | "),
    is,
    (value, context) => {
      const choice = is(value) ? value : toChoice.get(value);
      return choice === undefined ? t.failure(value, context) : t.success(choice);
    },
    (choice) => names[choice] ?? choice,
  );
};
