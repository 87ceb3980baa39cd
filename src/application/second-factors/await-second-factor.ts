import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, realmDeactivated, userDeactivated } from "../../domain/caller-refusals";
import type { RealmId, UserId } from "../../domain/ids";
import { authenticationFailed, type LoginError } from "../../domain/login/refusals";
import { makeHalfLogin, type Ports, validMilliseconds } from "./internal/half-login-token";
import type { HalfLogin } from "./shared/half-login";

/**
 * Begins the second half of a login for a user who has just proved the first factor; undefined if that is enough.
 * `passwordHash` is that of the password just shown, if any.
 */
export const awaitSecondFactor =
  (ports: Ports) =>
  (
    realmId: RealmId,
    userId: UserId,
    passwordHash?: string,
  ): TaskEither<CallerError | LoginError, HalfLogin | undefined> =>
  async () => {
    const state = await ports.directory.newest(realmId);
    const user = state.users.get(userId);
    if (user === undefined) return E.left(authenticationFailed);
    if (!user.isActive) return E.left(userDeactivated);
    if (state.realm.isDeactivated) return E.left(realmDeactivated);
    if (user.secondFactors === 0) return E.right(undefined);
    const expiresAt = ports.clock.now() + validMilliseconds;
    return E.right(await makeHalfLogin(ports, state, user, expiresAt, passwordHash));
  };
