import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type BotError, botNameTaken } from "../../../domain/bots/refusals";
import type { UserId } from "../../../domain/ids";
import { type InputError, invalidCharacters } from "../../../domain/input-refusals";
import { coversEmail } from "../../../domain/realm/allowed-domain";
import type { RealmState } from "../../../domain/state/realm-state";
import { lookOf, sameLook } from "../../../domain/text/look";
import { isMisleading } from "../../../domain/text/name-characters";
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
export const checkFullName = (name: string): Either<InputError | UserError, string> => {
  const trimmed = name.trim();
  if ([...trimmed].length > longestName) return left(nameTooLong);
  if (trimmed === "") return left(nameTooShort);
  // These characters would break mentions of the name. Control characters are invisible.
  const isBroken = /[*`\\>"@\p{Cc}]/u.test(trimmed) || /\|\d+$/.test(trimmed);
  if (isBroken || isMisleading(trimmed)) return left(invalidCharacters("name"));
  return right(trimmed);
};

/** Like `checkFullName`, and refuses a taken name if the realm requires unique names. */
export const checkUniqueName = (
  state: RealmState,
  name: string,
  ownId: UserId | undefined,
): Either<InputError | UserError, string> => {
  const checked = checkFullName(name);
  if (isLeft(checked) || !state.realm.settings.requireUniqueNames) return checked;
  const look = lookOf(checked.right);
  const isTaken = [...state.users.values()].some(
    ({ id, fullName }) => id !== ownId && lookOf(fullName) === look,
  );
  return isTaken ? left(nameTaken) : checked;
};

/** Refuses a name that another active bot has. */
export const checkBotName = (
  state: RealmState,
  fullName: string,
  ownId?: UserId,
): Either<BotError, string> => {
  const isTaken = [...state.users.values()].some(
    ({ id, isActive, bot, fullName: other }) =>
      id !== ownId && isActive && bot !== null && sameLook(other, fullName),
  );
  return isTaken ? left(botNameTaken) : right(fullName);
};

/** Trims and validates an email address. */
export const checkEmail = (email: string): Either<UserError, string> =>
  isEmail(email.trim()) ? right(email.trim()) : left(invalidEmail);

/** Refuses an address that the realm doesn't allow or that is taken. */
export const checkFreeEmail = (state: RealmState, email: string): Either<UserError, string> => {
  if (state.realm.settings.emailsRestrictedToDomains && !coversEmail(state.domains.values(), email))
    return left(emailOutsideDomains(email));
  return state.userByEmail(email) ? left(emailTaken(email)) : right(email);
};
