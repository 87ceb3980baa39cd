import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type BotError, botNameTaken } from "../../../domain/bots/refusals";
import { coversEmail } from "../../../domain/domains/allowed-domain";
import type { UserId } from "../../../domain/ids";
import { type InputError, invalidNameCharacters } from "../../../domain/input-refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { isMisleading } from "../../../domain/text/name-characters";
import { isSameName, nameKey } from "../../../domain/text/same-name";
import { isEmail } from "../../../domain/users/email";
import {
  emailOutsideDomains,
  emailTaken,
  invalidEmail,
  nameTaken,
  nameTooLong,
  nameTooShort,
  type UserError,
} from "../../../domain/users/refusals";

const longestName = 100;

/** Trims and validates a full name. */
export const checkFullName = (name: string): E.Either<InputError | UserError, string> => {
  const trimmed = name.trim();
  if ([...trimmed].length > longestName) return E.left(nameTooLong);
  if (trimmed === "") return E.left(nameTooShort);
  // These characters would break mentions of the name. Control characters are invisible.
  const isBroken = /[*`\\>"@\p{Cc}]/u.test(trimmed) || /\|\d+$/.test(trimmed);
  if (isBroken || isMisleading(trimmed)) return E.left(invalidNameCharacters);
  return E.right(trimmed);
};

/** Like `checkFullName`, and refuses a taken name if the realm requires unique names. */
export const checkUniqueName = (
  state: RealmState,
  name: string,
  ownId: UserId | undefined,
): E.Either<InputError | UserError, string> => {
  const { requireUniqueNames } = state.realm.settings;
  return pipe(
    checkFullName(name),
    E.filterOrElseW(
      (fullName) => !requireUniqueNames || !isNameOfAnother(state, fullName, ownId),
      () => nameTaken,
    ),
  );
};

const isNameOfAnother = (state: RealmState, name: string, ownId: UserId | undefined): boolean => {
  const key = nameKey(name);
  return [...state.users.values()].some(({ id, fullName }) => id !== ownId && nameKey(fullName) === key);
};

/** Refuses a name that another active bot has. */
export const checkBotName = (
  state: RealmState,
  fullName: string,
  ownId?: UserId,
): E.Either<BotError, string> => {
  const isTaken = [...state.users.values()].some(
    ({ id, isActive, bot, fullName: other }) =>
      id !== ownId && isActive && bot !== null && isSameName(other, fullName),
  );
  return isTaken ? E.left(botNameTaken) : E.right(fullName);
};

/** Trims and validates an email address. */
export const checkEmail = (email: string): E.Either<UserError, string> =>
  isEmail(email.trim()) ? E.right(email.trim()) : E.left(invalidEmail);

/** Refuses an address that the realm doesn't allow or that another user has; `ownId` is the user whose address changes. */
export const checkFreeEmail = (
  state: RealmState,
  email: string,
  ownId?: UserId,
): E.Either<UserError, string> => {
  if (state.realm.settings.emailsRestrictedToDomains && !coversEmail(state.domains.values(), email))
    return E.left(emailOutsideDomains(email));
  const holder = state.holderOfEmail(email);
  return holder && holder.id !== ownId ? E.left(emailTaken(email)) : E.right(email);
};
