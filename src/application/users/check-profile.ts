import { type Either, left, right } from "fp-ts/Either";
import { coversEmail } from "../../domain/allowed-domain";
import { isEmail } from "../../domain/email";
import { type ApiError, badRequest } from "../../domain/errors";
import { hasInvisible } from "../../domain/invisible";
import type { RealmState } from "../../domain/realm-state";
import { reordersText } from "../../domain/reordering";

const longestName = 100;

/** A name as it is kept, if people may be called so. */
export const checkFullName = (name: string): Either<ApiError, string> => {
  const trimmed = name.trim();
  if ([...trimmed].length > longestName) return left(badRequest("Name too long!"));
  if (trimmed === "") return left(badRequest("Name too short!"));
  // These would break mentions, which are written with them; control characters show as nothing.
  const isBroken = /[*`\\>"@\p{Cc}]/u.test(trimmed) || /\|\d+$/.test(trimmed);
  if (isBroken || reordersText(trimmed) || hasInvisible(trimmed))
    return left(badRequest("Invalid characters in name!"));
  return right(trimmed);
};

/** The same, where the realm may ask for names that nobody else has. */
export const checkOwnName = (
  state: RealmState,
  name: string,
  ownId: number | undefined,
): Either<ApiError, string> => {
  const checked = checkFullName(name);
  if (checked._tag === "Left" || !state.realm.settings.requireUniqueNames) return checked;
  const folded = checked.right.normalize("NFKC").toLowerCase();
  const isTaken = [...state.users.values()].some(
    ({ id, fullName }) => id !== ownId && fullName.normalize("NFKC").toLowerCase() === folded,
  );
  return isTaken ? left(badRequest("Unique names required in this organization.")) : checked;
};

/** An address, without white space around it. */
export const checkEmail = (email: string): Either<ApiError, string> =>
  isEmail(email.trim()) ? right(email.trim()) : left(badRequest("Enter a valid email address."));

/** An address that can still be somebody's in this realm. */
export const checkFreeEmail = (state: RealmState, email: string): Either<ApiError, string> => {
  if (state.realm.settings.emailsRestrictedToDomains && !coversEmail(state.domains.values(), email))
    return left(badRequest(`Email '${email}' not allowed in this organization`));
  return state.userByEmail(email) ? left(badRequest(`Email '${email}' already in use`)) : right(email);
};
