import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LoginError } from "../../domain/login/refusals";
import { noSecondFactor, type SecondFactorError } from "../../domain/second-factors/refusals";
import type { Caller } from "../caller";
import { actingAsProved, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import { makeRecoveryCodes } from "../login/shared/recovery-codes";
import { secondFactorMail } from "../mail/second-factor-mail";
import type { RandomTokens } from "../ports/system/random-tokens";

interface Ports extends ConfirmationPorts {
  readonly tokens: RandomTokens;
}

/**
 * Makes new recovery codes after the caller confirmed their identity. The old ones end; the new ones are never shown
 * again.
 */
export const renewRecoveryCodes =
  (ports: Ports) =>
  (
    caller: Caller,
    confirmation: Confirmation,
  ): TaskEither<CallerError | LimitError | LoginError | SecondFactorError, readonly string[]> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (E.isLeft(confirmed)) return confirmed;
    const { codes, hashes } = makeRecoveryCodes(ports, caller.realmId, caller.userId);
    return ports.inTransaction(
      caller,
      actingAsProved(caller, confirmed.right, async (tx, user) => {
        if (user.secondFactors === 0) return E.left(noSecondFactor);
        tx.setRecoveryCodes(user.id, hashes);
        tx.enqueue(secondFactorMail(ports, tx.state.realm, user, { what: "new_codes" }, tx.now));
        return E.right(codes);
      }),
    );
  };
