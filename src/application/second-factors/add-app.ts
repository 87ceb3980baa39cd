import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, linkRefused, twoFactorCodeWrong } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { RandomTokens } from "../ports/random-tokens";
import type { RealmDirectory } from "../realm-directory";
import { isOver, readLink } from "../realm-links";
import { type Confirmation, type ConfirmationPorts, confirmIdentity } from "../users/confirm-identity";
import { appendFactor } from "./append-factor";
import type { AppSetUp } from "./begin-app";
import { makeRecoveryCodes } from "./recovery-codes";

interface Ports extends ConfirmationPorts {
  readonly directory: RealmDirectory;
  readonly tokens: RandomTokens;
}

interface AppShown {
  /** What `beginApp` gave out. */
  readonly token: string;
  /** What the app shows. */
  readonly code: string;
}

const appName = "Authenticator app";

/**
 * Makes an app that shows the right code a second factor of the caller's. Answers with new recovery codes, which are
 * never shown again, if it is the first one: then every session and the API key end.
 */
export const addApp =
  (ports: Ports) =>
  (
    caller: Caller,
    { token, code }: AppShown,
    confirmation: Confirmation,
  ): Result<readonly string[] | undefined> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (isLeft(confirmed)) return confirmed;
    const secret = secretIn(ports, caller, token);
    if (isLeft(secret)) return secret;
    const step = ports.oneTimeCodes.stepOf(secret.right, code.replace(/\s/g, ""), ports.clock.now());
    if (step === undefined) return left(twoFactorCodeWrong);
    const { realmId } = caller;
    const codes = makeRecoveryCodes(ports, realmId, caller.userId);
    const id = ports.tokens.uuid();
    const sealed = ports.seals.seal(secret.right);
    return ports.inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      return appendFactor(
        ports,
        tx,
        user.right,
        // The step that was shown now lets nobody in again.
        { id, kind: "app", name: appName, sealed, counter: step, createdAt: tx.now, lastUsedAt: null },
        codes,
      );
    })();
  };

const secretIn = (ports: Ports, { realmId, userId }: Caller, token: string): Either<ApiError, string> => {
  const read = readLink(ports, "app_set_up", realmId, token);
  if (isLeft(read)) return read;
  if (read.right.user !== userId) return left(linkRefused("unknown"));
  return isOver(read.right, ports.clock.now())
    ? left(linkRefused("expired"))
    : right(String(read.right.secret));
};

/** The same set-up once more, after a wrong code, so that the app need not be told again. */
export const resumeApp =
  (ports: Ports) =>
  (caller: Caller, token: string): Result<AppSetUp> =>
  async () => {
    const state = await ports.directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const secret = secretIn(ports, caller, token);
    if (isLeft(secret)) return secret;
    const uri = ports.oneTimeCodes.uriOf(secret.right, state.realm.name, user.right.email);
    return right({ secret: secret.right, uri, token });
  };
