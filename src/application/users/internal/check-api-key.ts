import { type Either, left, right } from "fp-ts/Either";
import {
  type CallerError,
  invalidApiKey,
  realmDeactivated,
  userDeactivated,
} from "../../../domain/caller-refusals";
import { type LoginError, malformedApiKey, twoFactorSetUpRequired } from "../../../domain/login/refusals";
import { mustAddFactor } from "../../../domain/login/second-factor";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";

export const checkApiKey = async (
  state: RealmState,
  apiKey: string,
  find: (key: string) => User | undefined | Promise<User | undefined>,
): Promise<Either<CallerError | LoginError, User>> => {
  if (!/^[A-Za-z0-9]{32}$/.test(apiKey)) return left(malformedApiKey);
  const user = await find(apiKey);
  if (user === undefined) return left(invalidApiKey);
  if (!user.isActive) return left(userDeactivated);
  if (state.realm.isDeactivated) return left(realmDeactivated);
  return mustAddFactor(state.realm, user) ? left(twoFactorSetUpRequired) : right(user);
};
