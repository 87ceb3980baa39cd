import * as t from "io-ts";
import type { Codec } from "./codec";

/** A codec of a few choices, with the number that each is stored as. */
export type StoredAsNumber<Choice extends string> = Codec<Choice> & {
  readonly numbers: Readonly<Record<Choice, number>>;
};

/** A choice that rows and logged events hold as a number, which older versions of the program, and SQL, read. */
export const storedAsNumber = <Choice extends string>(
  numbers: Readonly<Record<Choice, number>>,
): StoredAsNumber<Choice> => {
  const choices = new Map<unknown, Choice>();
  for (const choice in numbers) choices.set(numbers[choice], choice);
  const known: ReadonlySet<unknown> = new Set(choices.values());
  const is = (value: unknown): value is Choice => known.has(value);
  const codec = new t.Type<Choice, unknown>(
    [...known].map((choice) => JSON.stringify(choice)).join(" | "),
    is,
    (value, context) => {
      const choice = is(value) ? value : choices.get(value);
      return choice === undefined ? t.failure(value, context) : t.success(choice);
    },
    (choice) => numbers[choice],
  );
  return Object.assign(codec, { numbers });
};

/** A number, or a named choice that is stored as a reserved number. */
export const numberOr = <Choice extends string>(
  numbers: Readonly<Record<Choice, number>>,
): Codec<number | Choice> => {
  const choice = storedAsNumber(numbers);
  const reserved: ReadonlySet<unknown> = new Set(Object.values(numbers));
  const isNumber = (value: unknown): value is number => typeof value === "number" && !reserved.has(value);
  return new t.Type<number | Choice, unknown>(
    `number | ${choice.name}`,
    (value): value is number | Choice => isNumber(value) || choice.is(value),
    (value, context) => (isNumber(value) ? t.success(value) : choice.validate(value, context)),
    (value) => (typeof value === "number" ? value : choice.encode(value)),
  );
};
