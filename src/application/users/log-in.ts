import { left, right } from "fp-ts/Either";
import { authenticationFailed, realmDeactivated, tooManyTries, userDeactivated } from "../../domain/errors";
import { networkOf } from "../../domain/network";
import type { User } from "../../domain/user";
import type { Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { CredentialReader } from "../ports/credentials";
import type { PasswordHasher } from "../ports/password-hasher";
import type { Throttle } from "../ports/throttle";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { joinAtFirstLogin } from "./first-login";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly passwords: PasswordHasher;
  readonly apiKeys: ApiKeys;
  readonly throttle: Throttle;
}

/** Who logged in, with the key that their client goes on with. */
export interface LoggedIn {
  readonly user: User;
  readonly apiKey: string;
}

/** Exchanges an address and a password for the user's API key. Guessers are slowed down. */
export const logIn =
  ({ inTransaction, directory, credentials, passwords, apiKeys, throttle }: Ports) =>
  (realmId: number, email: string, password: string, remoteAddress: string): Result<LoggedIn> =>
  async () => {
    const network = networkOf(remoteAddress);
    const account = `${realmId} ${email.toLowerCase()}`;
    const wait =
      // Whoever is refused by their network adds no counts of their own making.
      (await throttle.take("login_from", network)) ??
      (await throttle.take("login", `${account} ${network}`)) ??
      (await throttle.take("login_to", account));
    if (wait !== undefined) return left(tooManyTries(wait));
    const state = await directory.of(realmId);
    const user = state.userByEmail(email);
    const hash = user && user.bot === null ? await credentials.passwordHash(realmId, user.id) : undefined;
    const isRight = await passwords.verify(hash, password);
    if (user === undefined || !isRight) return left(authenticationFailed);
    if (!user.isActive) return left(userDeactivated);
    if (state.realm.isDeactivated) return left(realmDeactivated);
    await throttle.forget("login", `${account} ${network}`);
    await joinAtFirstLogin({ inTransaction })(realmId, user);
    return right({ user, apiKey: apiKeys.keyOf(realmId, user.id, user.apiKeyVersion) });
  };
