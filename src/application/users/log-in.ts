import { type Either, isLeft, left, right } from "fp-ts/Either";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import {
  type ApiError,
  authenticationFailed,
  passwordLoginDisabled,
  realmDeactivated,
  tooManyTries,
  twoFactorCodeRequired,
  userDeactivated,
} from "../../domain/errors";
import { type LoginMethod, loginMethodsOf } from "../../domain/login-method";
import { networkOf } from "../../domain/network";
import type { User } from "../../domain/user";
import type { Result, Visitor } from "../caller";
import type { CredentialReader } from "../ports/credentials";
import type { PasswordHasher } from "../ports/password-hasher";
import type { Throttle } from "../ports/throttle";
import type { RealmDirectory } from "../realm-directory";
import { type CodePorts, checkCode } from "../second-factors/check-code";
import type { Needs } from "../together";
import type { InTransaction } from "../transaction";
import { issueApiKey, type LoggedIn } from "./issue-api-key";
import { unlessKnown } from "./known-network";

interface ProofPorts {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly passwords: PasswordHasher;
  readonly throttle: Throttle;
  readonly offeredLogins: readonly LoginMethod[];
  /** Takes what goes wrong where nobody waits for it. */
  readonly onError: (error: unknown) => void;
}

/** The user whose address and password these are. Guessers are slowed down, and the audit log tells of them. */
export const provePassword =
  (ports: ProofPorts) =>
  (visitor: Visitor, email: string, password: string): Result<User> =>
  async () => {
    const { directory, credentials, passwords, throttle } = ports;
    const { realmId } = visitor;
    const network = networkOf(visitor.remoteAddress);
    const account = `${realmId} ${email.toLowerCase()}`;
    const wait =
      // Whoever is refused by their network adds no counts of their own making.
      (await throttle.take("login_from", network)) ??
      (await throttle.take("login", `${account} ${network}`)) ??
      (await unlessKnown(throttle, await throttle.take("login_to", account), account, network));
    if (wait !== undefined) return left(tooManyTries(wait));
    const state = await directory.of(realmId);
    if (!loginMethodsOf(ports.offeredLogins, state.realm.settings).has("Email"))
      return left(passwordLoginDisabled);
    const user = state.userByEmail(email);
    const hash = user && user.bot === null ? await credentials.passwordHash(realmId, user.id) : undefined;
    const isRight = await passwords.verify(hash, password);
    if (user === undefined || !isRight) {
      await noteRefusal(ports, visitor, account, user);
      return left(authenticationFailed);
    }
    if (!user.isActive) return left(userDeactivated);
    if (state.realm.isDeactivated) return left(realmDeactivated);
    await throttle.forget("login", `${account} ${network}`);
    await throttle.forget("refused_login", account);
    await throttle.take("known_network", `${account} ${network}`);
    return right(user);
  };

/**
 * Tells the audit log of an account whose password was wrong several times in a row, once an hour. Nobody waits for
 * that, so that the time of the answer doesn't tell whether there is such an account.
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
  inTransaction(
    visitor,
    (tx) => async () => right(tx.audit(record("user_login_refused", aboutUser(user.id)))),
  )().catch(onError);
};

interface Proofs {
  readonly email: string;
  readonly password: string;
  /** Of the second factor; undefined for somebody who gives none. */
  readonly code: string | undefined;
}

/** Exchanges an address, a password and, where the account has two factors, a code for the user's API key. */
export const logIn =
  (ports: ProofPorts & CodePorts & Needs<typeof issueApiKey>) =>
  (visitor: Visitor, { email, password, code }: Proofs): Result<LoggedIn> =>
  async () => {
    const user = await provePassword(ports)(visitor, email, password)();
    if (isLeft(user)) return user;
    const proven = await proveCode(ports, visitor.realmId, user.right, code);
    return isLeft(proven) ? proven : issueApiKey(ports)(visitor, user.right.id, proven.right)();
  };

/** Whether both factors are proved by whoever has proved the first. */
export const proveCode = async (
  ports: CodePorts,
  realmId: number,
  { id, secondFactors }: User,
  code: string | undefined,
): Promise<Either<ApiError, { readonly hasBoth: boolean }>> => {
  if (secondFactors === 0) return right({ hasBoth: false });
  if (code === undefined) return left(twoFactorCodeRequired);
  const checked = await checkCode(ports, realmId, id, code);
  return isLeft(checked) ? checked : right({ hasBoth: true });
};
