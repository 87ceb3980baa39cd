import { isLeft, left, right } from "fp-ts/Either";
import {
  authenticationFailed,
  realmDeactivated,
  twoFactorCodeRequired,
  twoFactorSetUpRequired,
  userDeactivated,
} from "../../domain/errors";
import { mustAddFactor } from "../../domain/second-factor";
import type { User } from "../../domain/user";
import type { Result, Visitor } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { recordKeyLogin } from "./first-login";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly apiKeys: ApiKeys;
}

/** Who logged in, with the key that their client goes on with. */
export interface LoggedIn {
  readonly user: User;
  readonly apiKey: string;
}

/**
 * Gives a user who has just proved who they are the API key that their app goes on with: nobody who has a second
 * factor gets it without.
 */
export const issueApiKey =
  ({ inTransaction, directory, apiKeys }: Ports) =>
  (visitor: Visitor, userId: number, { hasBoth }: { readonly hasBoth: boolean }): Result<LoggedIn> =>
  async () => {
    const { realmId } = visitor;
    const state = await directory.newest(realmId);
    const user = state.users.get(userId);
    if (user === undefined || user.isSystemBot) return left(authenticationFailed);
    if (!user.isActive) return left(userDeactivated);
    if (state.realm.isDeactivated) return left(realmDeactivated);
    if (user.secondFactors > 0 && !hasBoth) return left(twoFactorCodeRequired);
    if (mustAddFactor(state.realm, user)) return left(twoFactorSetUpRequired);
    const recorded = await recordKeyLogin({ inTransaction })(visitor, userId)();
    if (isLeft(recorded)) return recorded;
    return right({ user, apiKey: apiKeys.keyOf(realmId, user.id, user.apiKeyVersion) });
  };
