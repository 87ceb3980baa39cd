import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** Gives the caller a new API key; the old one ends. */
export const regenerateApiKey =
  ({ inTransaction, apiKeys }: Ports) =>
  (caller: Caller): Result<string> =>
    inTransaction(caller.realmId, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { id } = user.right;
      const apiKeyVersion = user.right.apiKeyVersion + 1;
      tx.append({ type: "user_changed", userId: id, change: { apiKeyVersion } });
      return right(apiKeys.keyOf(caller.realmId, id, apiKeyVersion));
    });
