import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { valueOfJson } from "../codec/json-text";
import { reordersText } from "../collections/reordering";
import type { UserId } from "../ids";
import { breaksLine } from "../text/name-characters";
import type { ProfileField } from "./profile-field";

/** A value as callers send it: text, or a list of user ids for the users type. API §4.8. */
export type ProfileValueInput = string | readonly UserId[];

/** What decides whether a value may name a user. */
interface NameableUser {
  readonly isSystemBot: boolean;
  readonly isActive: boolean;
  /** Null for people. */
  readonly bot: object | null;
}

const longestShort = 50;
const longestParagraph = 500;
const longestLink = 2000;
const mostPeople = 100;

const textUpTo = (
  limit: number,
  name: string,
  value: ProfileValueInput,
  isBad: (text: string) => boolean,
): E.Either<string, string> => {
  if (typeof value !== "string") return E.left(`${name} is not a string`);
  if (isBad(value)) return E.left(`Invalid characters in ${name}!`);
  return [...value].length > limit
    ? E.left(`${name} is too long (limit: ${limit} characters)`)
    : E.right(value);
};

const date = (name: string, value: ProfileValueInput): E.Either<string, string> => {
  if (typeof value !== "string") return E.left(`${name} is not a string`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return isDay && new Date(value).toISOString().startsWith(value)
    ? E.right(value)
    : E.left(`${name} is not a date`);
};

const link = (name: string, value: ProfileValueInput): E.Either<string, string> => {
  if (typeof value !== "string") return E.left(`${name} is not a string`);
  if (value.length > longestLink) return E.left(`${name} is too long (limit: ${longestLink} characters)`);
  // Browsers drop line ends and tabs from a URL, so it would lead elsewhere than it reads.
  const isLink =
    !/[\s\p{Cc}]/u.test(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  return isLink ? E.right(value) : E.left(`${name} is not a URL`);
};

const choice = ({ name, choices }: ProfileField, value: ProfileValueInput): E.Either<string, string> =>
  typeof value === "string" && choices !== null && Object.hasOwn(choices, value)
    ? E.right(value)
    : E.left(`'${value}' is not a valid choice for '${name}'.`);

const idsIn = (value: ProfileValueInput): readonly unknown[] | undefined =>
  typeof value === "string" ? valueOfJson(t.readonlyArray(t.unknown), value) : value;

const people = (
  name: string,
  value: ProfileValueInput,
  userOf: (id: UserId) => NameableUser | undefined,
): E.Either<string, string> => {
  const ids = idsIn(value);
  if (ids === undefined) return E.left(`${name} is not a list`);
  if (ids.length > mostPeople) return E.left(`${name} has too many people (limit: ${mostPeople})`);
  for (const [index, id] of ids.entries()) {
    if (typeof id !== "number" || !Number.isSafeInteger(id))
      return E.left(`${name}[${index}] is not an integer`);
    const user = userOf(id);
    if (user === undefined || user.isSystemBot) return E.left(`Invalid user ID: ${id}`);
    if (!user.isActive) return E.left(`User with ID ${id} is deactivated`);
    if (user.bot !== null) return E.left(`User with ID ${id} is a bot`);
  }
  return E.right(JSON.stringify(ids));
};

/**
 * Validates a value against its field's type and returns the stored form; fails with the problem. `userOf` finds the
 * users that a value may name. API §2.5b.
 */
export const checkProfileValue = (
  field: ProfileField,
  value: ProfileValueInput,
  userOf: (id: UserId) => NameableUser | undefined,
): E.Either<string, string> => {
  switch (field.type) {
    case "short_text":
    case "pronouns":
    case "external_account":
      return textUpTo(longestShort, field.name, value, breaksLine);
    case "paragraph":
      return textUpTo(longestParagraph, field.name, value, reordersText);
    case "dropdown":
      return choice(field, value);
    case "date":
      return date(field.name, value);
    case "link":
      return link(field.name, value);
    case "users":
      return people(field.name, value, userOf);
  }
};
