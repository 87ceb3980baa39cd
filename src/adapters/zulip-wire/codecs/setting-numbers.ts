import * as E from "fp-ts/Either";
import { realmChoiceCodecs } from "../../../domain/realm/realm-choices";
import { choiceCodecs } from "../../../domain/users/setting-choices";
import type { EmailVisibility } from "../../../domain/users/user-settings";
import { refined, type WireType } from "./wire-type";

/** Visibilities are stored by name. */
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
  return numbers === undefined ? value : numbers[String(value)];
};

/** A choice that requests write as a number. */
export const choiceAsNumber = <Choice extends string>(
  type: WireType<number>,
  numbers: Readonly<Record<Choice, number>>,
): WireType<Choice> => {
  const choices = new Map<number, Choice>();
  for (const choice in numbers) choices.set(numbers[choice], choice);
  return refined(
    type,
    (value, name) => {
      const choice = choices.get(value);
      return choice === undefined ? E.left(`Invalid ${name}`) : E.right(choice);
    },
    { longest: Math.min(type.longest, 1000), schema: { ...type.schema, enum: Object.values(numbers) } },
  );
};
