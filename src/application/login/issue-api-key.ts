import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import {
  authenticationFailed,
  type LoginError,
  twoFactorCodeRequired,
  twoFactorSetUpRequired,
} from "../../domain/login/refusals";
import { mustAddFactor } from "../../domain/second-factors/second-factor";
import type { User } from "../../domain/users/user";
import type { Visitor } from "../caller";
import type { ApiKeys } from "../ports/api-keys/api-keys";
import type { InTransaction } from "../transaction";
import { isStillProved } from "./shared/confirm-identity";
import { appendLogin } from "./shared/first-login";
import { type ProvedLogin, userWhoLogsIn } from "./shared/user-who-logs-in";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** A logged-in user with the API key for their client. */
export interface LoggedIn {
  readonly user: User;
  readonly apiKey: string;
}

/** Returns the API key of a user who has just logged in. Users with a second factor must have proved both. */
export const issueApiKey =
  ({ inTransaction, apiKeys }: Ports) =>
  (
    visitor: Visitor,
    userId: UserId,
    { hasBoth, passwordHash }: ProvedLogin,
  ): TaskEither<CallerError | LoginError, LoggedIn> =>
  () =>
    inTransaction(visitor, async (tx) => {
      const { realm } = tx.state;
      const found = userWhoLogsIn(tx.state, userId);
      if (E.isLeft(found)) return found;
      const user = found.right;
      if (user.secondFactors > 0 && !hasBoth) return E.left(twoFactorCodeRequired);
      if (mustAddFactor(realm, user)) return E.left(twoFactorSetUpRequired);
      if (!(await isStillProved(tx.credentials, { realmId: realm.id, userId }, { passwordHash })))
        return E.left(authenticationFailed);
      appendLogin(tx, user, "api_key");
      return E.right({ user, apiKey: apiKeys.keyOf(realm.id, user.id, user.apiKeyVersion) });
    });
