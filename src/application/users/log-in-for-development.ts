import { left, right } from "fp-ts/Either";
import { authenticationFailed, userDeactivated } from "../../domain/errors";
import type { Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { joinAtFirstLogin } from "./first-login";
import type { LoggedIn } from "./log-in";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly apiKeys: ApiKeys;
}

/** Gives out anyone's API key without a password. Wired in development mode only. */
export const logInForDevelopment =
  ({ inTransaction, directory, apiKeys }: Ports) =>
  (realmId: number, email: string): Result<LoggedIn> =>
  async () => {
    const user = (await directory.of(realmId)).userByEmail(email);
    if (user === undefined || user.isSystemBot) return left(authenticationFailed);
    if (!user.isActive) return left(userDeactivated);
    await joinAtFirstLogin({ inTransaction })(realmId, user);
    return right({ user, apiKey: apiKeys.keyOf(realmId, user.id, user.apiKeyVersion) });
  };
