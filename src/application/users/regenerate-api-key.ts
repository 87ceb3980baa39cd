import { isLeft, right } from "fp-ts/Either";
import { addressOf, noDevices } from "../../domain/push-device";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { InTransaction, Transaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** Ends a user's API key, and with it what devices registered that had it; answers with the next version. */
export const endApiKey = (tx: Transaction, { id, apiKeyVersion: before }: User): number => {
  const apiKeyVersion = before + 1;
  tx.append({ type: "user_changed", userId: id, change: { apiKeyVersion } });
  for (const token of (tx.state.pushDevices.get(id) ?? noDevices).tokens)
    tx.append({ type: "push_token_removed", userId: id, token: addressOf(token) });
  return apiKeyVersion;
};

/** Gives the caller a new API key; the old one ends, and with it what devices registered that had it. */
export const regenerateApiKey =
  ({ inTransaction, apiKeys }: Ports) =>
  (caller: Caller): Result<string> =>
    inTransaction(caller.realmId, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { id } = user.right;
      return right(apiKeys.keyOf(caller.realmId, id, endApiKey(tx, user.right)));
    });
