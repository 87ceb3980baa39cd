import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { RandomTokens } from "../ports/random-tokens";
import { type Confirmation, type ConfirmationPorts, confirmIdentity } from "../users/confirm-identity";
import { factorLetter } from "./factor-letter";
import { makeRecoveryCodes } from "./recovery-codes";

interface Ports extends ConfirmationPorts {
  readonly tokens: RandomTokens;
}

/** Gives the caller, who shows again who they are, new recovery codes. The old ones end; these are never shown again. */
export const renewRecoveryCodes =
  (ports: Ports) =>
  (caller: Caller, confirmation: Confirmation): Result<readonly string[]> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (isLeft(confirmed)) return confirmed;
    const { codes, hashes } = makeRecoveryCodes(ports, caller.realmId, caller.userId);
    return ports.inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (user.right.secondFactors === 0) return left(badRequest("You have no second factor."));
      tx.setRecoveryCodes(user.right.id, hashes);
      tx.enqueue(factorLetter(ports, tx.state.realm, user.right, { what: "new_codes" }, tx.now));
      return right(codes);
    })();
  };
