import * as E from "fp-ts/Either";
import {
  type CallerError,
  invalidApiKey,
  realmDeactivated,
  userDeactivated,
} from "../../../domain/caller-refusals";
import { type LoginError, malformedApiKey, twoFactorSetUpRequired } from "../../../domain/login/refusals";
import { mustAddFactor } from "../../../domain/second-factors/second-factor";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";

export const checkApiKey = async (
  state: RealmState,
  apiKey: string,
  find: (key: string) => User | undefined | Promise<User | undefined>,
): Promise<E.Either<CallerError | LoginError, User>> => {
  if (!/^[A-Za-z0-9]{32}$/.test(apiKey)) return E.left(malformedApiKey);
  const user = await find(apiKey);
  if (user === undefined) return E.left(invalidApiKey);
  if (!user.isActive) return E.left(userDeactivated);
  if (state.realm.isDeactivated) return E.left(realmDeactivated);
  return mustAddFactor(state.realm, user) ? E.left(twoFactorSetUpRequired) : E.right(user);
};
