import { noDevices, tokenAddress } from "../../../domain/push/push-device";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import { keyRenewed, nextKeyVersion } from "./key-renewed";

/** Ends a user's API key, and all notifications to devices: any may have been registered with it. Returns the next key version. */
export const appendKeyEnd = (tx: Transaction, user: User): number => {
  const userId = user.id;
  tx.append(keyRenewed(user, tx.now));
  const { devices, tokens } = tx.state.pushDevices.get(userId) ?? noDevices;
  for (const token of tokens) tx.append({ type: "push_token_removed", userId, token: tokenAddress(token) });
  for (const device of devices) tx.append({ type: "client_device_removed", userId, deviceId: device.id });
  return nextKeyVersion(user);
};
