import { type Either, isLeft, left, right } from "fp-ts/Either";
import { settingName } from "../../../domain/setting-name";
import {
  defaultUserSettings,
  type EmailVisibility,
  emailVisibilities,
  settingChoices,
  type UserSettings,
} from "../../../domain/user-settings";
import { optional, type Parameter } from "./parameter";
import { bool, count, int, text, type WireType } from "./wire-type";

/** A value of a few, of the type that the codec reads. */
export const among = <A>(type: WireType<A>, choices: readonly A[]): WireType<A> => ({
  ...type,
  decode: (value, name): Either<string, A> => {
    const decoded = type.decode(value, name);
    if (isLeft(decoded)) return decoded;
    return choices.includes(decoded.right) ? decoded : left(`Invalid ${name}`);
  },
  longest: Math.min(type.longest, 1000),
  schema: { ...type.schema, enum: choices },
});

/** Reads a word without the quotes that it may come in. */
export const throughQuotes =
  <A>(type: WireType<A>): WireType<A>["decode"] =>
  (value, name) =>
    type.decode(/^".*"$/s.test(value) ? unquoted(value) : value, name);

/** Text as it is, or as JSON has it: older clients quote it. */
export const quotedText: WireType<string> = {
  ...text,
  decode: (value, name) => throughQuotes(text)(value, name),
};

const unquoted = (value: string): string => {
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
};

const emailVisibility: WireType<EmailVisibility> = {
  decode: (value, name) => {
    const decoded = int.decode(value, name);
    if (isLeft(decoded)) return decoded;
    const visibility = emailVisibilities[decoded.right - 1];
    return visibility === undefined ? left(`Invalid ${name}`) : right(visibility);
  },
  schema: { type: "integer", enum: emailVisibilities.map((_, index) => index + 1) },
  isJson: false,
  longest: 100,
};

const typeOf = (name: string, fallback: unknown): WireType<unknown> => {
  if (name === "emailAddressVisibility") return emailVisibility;
  if (typeof fallback === "boolean") return bool;
  const choices = (settingChoices as Readonly<Record<string, readonly unknown[]>>)[name];
  const type: WireType<unknown> = typeof fallback === "number" ? count : quotedText;
  return choices ? among(type, choices) : type;
};

const names = Object.keys(defaultUserSettings) as readonly (keyof UserSettings)[];

/** Parameters for personal settings, save those left out. */
export const userSettingParameters = (
  without: ReadonlySet<keyof UserSettings> = new Set(),
): Readonly<Record<string, Parameter<unknown>>> =>
  Object.fromEntries(
    Object.entries(defaultUserSettings)
      .filter(([name]) => !without.has(name as keyof UserSettings))
      .map(([name, fallback]) => [settingName(name), optional(typeOf(name, fallback))]),
  );

/** The settings that a request carries. */
export const givenUserSettings = (given: Readonly<Record<string, unknown>>): Partial<UserSettings> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given[settingName(name)];
      return value === undefined ? [] : [[name, value === "recent_topics" ? "recent" : value]];
    }),
  );
