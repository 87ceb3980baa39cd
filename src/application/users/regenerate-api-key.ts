import { isLeft, right } from "fp-ts/Either";
import { addressOf, noDevices } from "../../domain/push-device";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** Gives the caller a new API key; the old one ends, and with it what devices registered that had it. */
export const regenerateApiKey =
  ({ inTransaction, apiKeys }: Ports) =>
  (caller: Caller): Result<string> =>
    inTransaction(caller.realmId, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { id } = user.right;
      const apiKeyVersion = user.right.apiKeyVersion + 1;
      tx.append({ type: "user_changed", userId: id, change: { apiKeyVersion } });
      for (const token of (tx.state.pushDevices.get(id) ?? noDevices).tokens)
        tx.append({ type: "push_token_removed", userId: id, token: addressOf(token) });
      return right(apiKeys.keyOf(caller.realmId, id, apiKeyVersion));
    });
