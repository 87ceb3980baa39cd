import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LinkError } from "../../domain/login/link-refusals";
import { type LoginError, twoFactorCodeWrong } from "../../domain/login/refusals";
import type { SecondFactorError } from "../../domain/second-factors/refusals";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { actingAsProved, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import { makeRecoveryCodes } from "../login/shared/recovery-codes";
import type { RandomTokens } from "../ports/system/random-tokens";
import { appendFactor } from "./internal/append-factor";
import { readAppSecret } from "./internal/read-app-secret";

interface Ports extends ConfirmationPorts {
  readonly directory: RealmDirectory;
  readonly tokens: RandomTokens;
}

interface AppShown {
  /** The token from `beginApp`. */
  readonly token: string;
  /** The code that the app shows. */
  readonly code: string;
}

const appName = "Authenticator app";

/**
 * Adds an app that shows the right code as a second factor of the caller. The first factor ends every session and the
 * API key, and returns new recovery codes, which are never shown again.
 */
export const addApp =
  (ports: Ports) =>
  (
    caller: Caller,
    { token, code }: AppShown,
    confirmation: Confirmation,
  ): TaskEither<
    CallerError | LimitError | LinkError | LoginError | SecondFactorError,
    readonly string[] | undefined
  > =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (E.isLeft(confirmed)) return confirmed;
    const secret = readAppSecret(ports, caller, token);
    if (E.isLeft(secret)) return secret;
    const step = ports.oneTimeCodes.stepOf(secret.right, code.replace(/\s/g, ""), ports.clock.now());
    if (step === undefined) return E.left(twoFactorCodeWrong);
    const { realmId } = caller;
    const codes = makeRecoveryCodes(ports, realmId, caller.userId);
    const id = ports.tokens.uuid();
    const sealed = ports.seals.seal(secret.right);
    return ports.inTransaction(
      caller,
      actingAsProved(caller, confirmed.right, async (tx, user) => {
        return appendFactor(
          ports,
          tx,
          user,
          // The code used now can't log in again.
          { id, kind: "app", name: appName, sealed, counter: step, createdAt: tx.now, lastUsedAt: null },
          codes,
        );
      }),
    );
  };
