import * as E from "fp-ts/Either";
import { keysOf } from "../../../domain/collections/keys-of";
import { defaultUserSettings, settingChoices, type UserSettings } from "../../../domain/users/user-settings";
import { settingName } from "../setting-names";
import { optional, type Parameter } from "./parameter";
import { choiceAsNumber, emailVisibilityNumbers, numbersOf } from "./setting-numbers";
import { bool, count, int, refined, text, WireType, withForm } from "./wire-type";

/** One of several values, of the codec's type. */
export const oneOfValues = <A>(type: WireType<A>, choices: readonly A[]): WireType<A> =>
  refined(type, (value, name) => (choices.includes(value) ? E.right(value) : E.left(`Invalid ${name}`)), {
    longest: Math.min(type.longest, 1000),
    schema: { ...type.schema, enum: choices },
  });

/** Strips the quotes that a word may come in. */
export const throughQuotes = <A>(type: WireType<A>): WireType<A> =>
  new WireType(type, (value, context) =>
    type.validate(/^".*"$/s.test(value) ? unquoted(value) : value, context),
  );

/** Plain text, or a JSON string as older clients send it. */
export const quotedText = throughQuotes(text);

const unquoted = (value: string): string => {
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
};

const choicesByName = new Map<string, readonly unknown[]>(Object.entries(settingChoices));

const typeOf = (name: string, fallback: unknown): WireType<unknown> => {
  if (name === "emailAddressVisibility")
    return withForm(choiceAsNumber(int, emailVisibilityNumbers), { longest: 100 });
  if (typeof fallback === "boolean") return bool;
  const numbers = numbersOf(name);
  if (numbers !== undefined) return choiceAsNumber(count, numbers);
  const choices = choicesByName.get(name);
  const type: WireType<unknown> = typeof fallback === "number" ? count : quotedText;
  return choices ? oneOfValues(type, choices) : type;
};

const names = keysOf(defaultUserSettings);

/** Parameters for personal settings, except the excluded ones. */
export const userSettingParameters = (
  without: ReadonlySet<keyof UserSettings> = new Set(),
): Readonly<Record<string, Parameter<unknown>>> =>
  Object.fromEntries(
    names
      .filter((name) => !without.has(name))
      .map((name) => [settingName(name), optional(typeOf(name, defaultUserSettings[name]))]),
  );

/** The settings in a request. */
export const userSettingsIn = (input: Readonly<Record<string, unknown>>): Partial<UserSettings> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = input[settingName(name)];
      return value === undefined ? [] : [[name, value === "recent_topics" ? "recent" : value]];
    }),
  );
