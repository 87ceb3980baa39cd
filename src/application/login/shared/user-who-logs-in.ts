import * as E from "fp-ts/Either";
import { type CallerError, realmDeactivated, userDeactivated } from "../../../domain/caller-refusals";
import type { UserId } from "../../../domain/ids";
import { authenticationFailed, type LoginError } from "../../../domain/login/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import type { Proof } from "./confirm-identity";

/** What a user who logs in has proved. */
export interface ProvedLogin extends Partial<Proof> {
  /** Whether a second factor was proved too. */
  readonly hasBoth: boolean;
}

/** The user who is about to be logged in: an active person of an active organization. */
export const userWhoLogsIn = (
  { realm, users }: RealmState,
  userId: UserId,
): E.Either<CallerError | LoginError, User> => {
  const user = users.get(userId);
  if (user === undefined || user.bot !== null) return E.left(authenticationFailed);
  if (!user.isActive) return E.left(userDeactivated);
  return realm.isDeactivated ? E.left(realmDeactivated) : E.right(user);
};
