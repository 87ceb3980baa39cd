import type { UserId } from "../../../domain/ids";
import { noDevices, tokenAddress } from "../../../domain/push/push-device";
import type { Transaction } from "../../transaction";

/** Ends all notifications to a user's devices, which must register again. */
export const appendRegistrationsEnd = (tx: Transaction, userId: UserId): void => {
  const { devices, tokens } = tx.state.pushDevices.get(userId) ?? noDevices;
  for (const token of tokens) tx.append({ type: "push_token_removed", userId, token: tokenAddress(token) });
  for (const device of devices) tx.append({ type: "client_device_removed", userId, deviceId: device.id });
};
