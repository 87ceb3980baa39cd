import { isLeft, left, right } from "fp-ts/Either";
import { noSecondFactor } from "../../domain/login/refusals";
import type { Caller, Result } from "../caller";
import { asProvedCaller, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import { makeRecoveryCodes } from "../login/shared/recovery-codes";
import { factorLetter } from "../mail/factor-letter";
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
  (caller: Caller, confirmation: Confirmation): Result<readonly string[]> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (isLeft(confirmed)) return confirmed;
    const { codes, hashes } = makeRecoveryCodes(ports, caller.realmId, caller.userId);
    return asProvedCaller(ports.inTransaction, caller, confirmed.right, async (tx, user) => {
      if (user.secondFactors === 0) return left(noSecondFactor);
      tx.setRecoveryCodes(user.id, hashes);
      tx.enqueue(factorLetter(ports, tx.state.realm, user, { what: "new_codes" }, tx.now));
      return right(codes);
    })();
  };
