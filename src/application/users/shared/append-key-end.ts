import { noDevices, tokenAddress } from "../../../domain/push/push-device";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

/** Ends a user's API key and removes the push tokens registered with it. Returns the next key version. */
export const appendKeyEnd = (tx: Transaction, { id, apiKeyVersion: before }: User): number => {
  const apiKeyVersion = before + 1;
  tx.append({ type: "user_changed", userId: id, change: { apiKeyVersion, apiKeyMadeAt: tx.now } });
  for (const token of (tx.state.pushDevices.get(id) ?? noDevices).tokens)
    tx.append({ type: "push_token_removed", userId: id, token: tokenAddress(token) });
  return apiKeyVersion;
};
