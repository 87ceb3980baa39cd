import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import { type CallerError, realmDeactivated, userDeactivated } from "../../domain/caller-refusals";
import { type LimitError, tooManyTries } from "../../domain/limit-refusals";
import { authenticationFailed, type LoginError, passwordLoginDisabled } from "../../domain/login/refusals";
import { type LoginMethod, loginMethodsOf } from "../../domain/realm/login-method";
import { networkOf } from "../../domain/realm/network";
import { addressKey } from "../../domain/users/email";
import type { User } from "../../domain/users/user";
import { waiveWaitOnKnownNetwork } from "../admission/waive-wait-on-known-network";
import type { Visitor } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { CredentialReader } from "../ports/login/credentials";
import type { PasswordHasher } from "../ports/login/password-hasher";
import type { Throttle } from "../ports/system/throttle";
import type { InTransaction } from "../transaction";
import type { Proof } from "./shared/confirm-identity";

export interface ProofPorts {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly passwords: PasswordHasher;
  readonly throttle: Throttle;
  readonly offeredLogins: readonly LoginMethod[];
  /** Receives errors of work in the background. */
  readonly onError: (error: unknown) => void;
}

/** A user who proved their password. */
export interface ProvedUser extends Proof {
  readonly user: User;
}

/** Ids count from 1. */
const nobody = 0;

/**
 * Finds the user of an email address and password. Throttles guesses and records repeated failures in the audit log.
 */
export const provePassword =
  (ports: ProofPorts) =>
  (
    visitor: Visitor,
    email: string,
    password: string,
  ): TaskEither<CallerError | LimitError | LoginError, ProvedUser> =>
  async () => {
    const { directory, credentials, passwords, throttle } = ports;
    const { realmId } = visitor;
    const network = networkOf(visitor.remoteAddress);
    const account = `${realmId} ${addressKey(email)}`;
    const wait =
      // A request that is refused for its network isn't counted against the other limits, so that one network can't
      // exhaust them.
      (await throttle.take("login_from", network)) ??
      (await throttle.take("login", `${account} ${network}`)) ??
      (await waiveWaitOnKnownNetwork(throttle, await throttle.take("login_to", account), account, network));
    if (wait !== undefined) return E.left(tooManyTries(wait));
    // Another node may have made or ended the account a moment ago.
    const state = await directory.newest(realmId);
    if (!loginMethodsOf(ports.offeredLogins, state.realm.settings).has("Email"))
      return E.left(passwordLoginDisabled);
    const user = state.userByEmail(email);
    // Reads for an unknown address too: the time of the answer must not reveal whether there is an account.
    const found = await credentials.passwordHash(realmId, user?.id ?? nobody);
    const hash = user?.bot === null ? found : undefined;
    const isRight = await passwords.verify(hash, password);
    if (user === undefined || !isRight) {
      await noteRefusal(ports, visitor, account, user);
      return E.left(authenticationFailed);
    }
    if (!user.isActive) return E.left(userDeactivated);
    if (state.realm.isDeactivated) return E.left(realmDeactivated);
    await throttle.forget("login", `${account} ${network}`);
    await throttle.forget("refused_login", account);
    await throttle.take("known_network", `${account} ${network}`);
    return E.right({ user, passwordHash: hash });
  };

/**
 * Records repeated wrong passwords of an account in the audit log, once an hour. Nothing waits for it, so that the
 * response time doesn't reveal whether the account exists.
 */
const noteRefusal = async (
  { throttle, inTransaction, onError }: ProofPorts,
  visitor: Visitor,
  account: string,
  user: User | undefined,
): Promise<void> => {
  const isInRow = (await throttle.take("refused_login", account)) !== undefined;
  const isNews = isInRow && (await throttle.take("refused_login_noted", account)) === undefined;
  if (!isNews || user === undefined) return;
  inTransaction(visitor, async (tx) =>
    E.right(tx.audit(record("user_login_refused", aboutUser(user.id)))),
  ).catch(onError);
};
