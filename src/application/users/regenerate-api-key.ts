import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { InTransaction } from "../transaction";
import { type Confirmation, type ConfirmationPorts, confirmIdentity } from "./confirm-identity";
import { appendKeyEnd } from "./end-api-key";

interface Ports extends ConfirmationPorts {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/**
 * Gives the caller a new API key; the old one ends, and with it what devices registered that had it. Whoever comes
 * without the old key, by a session, shows again who they are.
 */
export const regenerateApiKey =
  (ports: Ports) =>
  (caller: Caller, confirmation: Confirmation | "has the key"): Result<string> =>
  async () => {
    if (confirmation !== "has the key") {
      const confirmed = await confirmIdentity(ports, caller, confirmation);
      if (isLeft(confirmed)) return confirmed;
    }
    return ports.inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { id } = user.right;
      return right(ports.apiKeys.keyOf(caller.realmId, id, appendKeyEnd(tx, user.right)));
    })();
  };
