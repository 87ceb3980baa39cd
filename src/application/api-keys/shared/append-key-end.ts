import { noDevices, tokenAddress } from "../../../domain/push/push-device";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import { keyRenewed, nextKeyVersion } from "./key-renewed";

/** Ends a user's API key and removes the push tokens registered with it. Returns the next key version. */
export const appendKeyEnd = (tx: Transaction, user: User): number => {
  tx.append(keyRenewed(user, tx.now));
  for (const token of (tx.state.pushDevices.get(user.id) ?? noDevices).tokens)
    tx.append({ type: "push_token_removed", userId: user.id, token: tokenAddress(token) });
  return nextKeyVersion(user);
};
