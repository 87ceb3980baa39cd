import * as E from "fp-ts/Either";
import {
  type CallerError,
  invalidApiKey,
  realmDeactivated,
  userDeactivated,
} from "../../../domain/caller-refusals";
import type { RealmId } from "../../../domain/ids";
import { type LoginError, malformedApiKey, twoFactorSetUpRequired } from "../../../domain/login/refusals";
import { mustAddFactor } from "../../../domain/second-factors/second-factor";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import type { SecondLooks } from "../../held-realms/second-looks";

interface Ports {
  readonly directory: Pick<RealmDirectory, "stateOf">;
  readonly secondLooks: Pick<SecondLooks, "newest">;
}

/** The owner of a key, whom `find` finds in a state. */
type FindOwner = (state: RealmState, key: string) => User | undefined | Promise<User | undefined>;

/** Finds who a key signs in. Clients take a refusal as a logout, so the newest state confirms each. */
export const checkApiKey = async (
  { directory, secondLooks }: Ports,
  realmId: RealmId,
  apiKey: string,
  find: FindOwner,
): Promise<E.Either<CallerError | LoginError, User>> => {
  if (!/^[A-Za-z0-9]{32}$/.test(apiKey)) return E.left(malformedApiKey);
  const user = await checkIn(await directory.stateOf(realmId), apiKey, find);
  return E.isRight(user) ? user : checkIn(await secondLooks.newest(realmId), apiKey, find);
};

const checkIn = async (
  state: RealmState,
  apiKey: string,
  find: FindOwner,
): Promise<E.Either<CallerError | LoginError, User>> => {
  const user = await find(state, apiKey);
  if (user === undefined) return E.left(invalidApiKey);
  if (!user.isActive) return E.left(userDeactivated);
  if (state.realm.isDeactivated) return E.left(realmDeactivated);
  return mustAddFactor(state.realm, user) ? E.left(twoFactorSetUpRequired) : E.right(user);
};
