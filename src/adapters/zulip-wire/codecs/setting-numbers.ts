import { left, right } from "fp-ts/Either";
import { realmChoiceCodecs } from "../../../domain/realm/realm-choices";
import { choiceCodecs } from "../../../domain/users/setting-choices";
import type { EmailVisibility } from "../../../domain/users/user-settings";
import { refined, type WireType } from "./wire-type";

/** Visibilities are stored as words. */
export const emailVisibilityNumbers: Readonly<Record<EmailVisibility, number>> = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
};

const numbersByName = new Map<string, Readonly<Record<string, number>>>([
  ...Object.entries({ ...choiceCodecs, ...realmChoiceCodecs }).map(
    ([name, { numbers }]): [string, Readonly<Record<string, number>>] => [name, numbers],
  ),
  ["emailAddressVisibility", emailVisibilityNumbers],
]);

/** The API's numbers for the choices of a setting; undefined for settings without numbers. Most are stored as these, too. */
export const numbersOf = (setting: string): Readonly<Record<string, number>> | undefined =>
  numbersByName.get(setting);

/** The API's number for the value of a setting that has numbers; other values as they are. */
export const settingNumber = (name: string, value: unknown): unknown => {
  const numbers = numbersOf(name);
  return numbers === undefined ? value : numbers[value as string];
};

/** A word that requests write as a number. */
export const sentAsNumber = <Word extends string>(
  type: WireType<number>,
  numbers: Readonly<Record<Word, number>>,
): WireType<Word> => {
  const words = new Map(Object.entries<number>(numbers).map(([word, number]) => [number, word as Word]));
  return refined(
    type,
    (value, name) => {
      const word = words.get(value);
      return word === undefined ? left(`Invalid ${name}`) : right(word);
    },
    { longest: Math.min(type.longest, 1000), schema: { ...type.schema, enum: Object.values(numbers) } },
  );
};
