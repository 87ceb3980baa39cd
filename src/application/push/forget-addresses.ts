import { right } from "fp-ts/Either";
import { addressOf } from "../../domain/push-device";
import { byServer } from "../caller";
import type { PushTarget } from "../ports/push-relay";
import type { InTransaction } from "../transaction";

/** Takes addresses away that no device has any more, as the relay said. */
export const forgetAddresses = (
  inTransaction: InTransaction,
  realmId: number,
  userId: number,
  gone: readonly PushTarget[],
) =>
  inTransaction(byServer(realmId), (tx) => async () => {
    const { devices = [], tokens = [] } = tx.state.pushDevices.get(userId) ?? {};
    for (const target of gone) {
      if (target.kind === "token" && tokens.some(({ token }) => token === target.token.token))
        tx.append({ type: "push_token_removed", userId, token: addressOf(target.token) });
      const device =
        target.kind === "device" ? devices.find(({ tokenId }) => tokenId === target.tokenId) : undefined;
      if (device)
        tx.append({
          type: "client_device_changed",
          userId,
          deviceId: device.id,
          change: { tokenId: null, sealedAddress: null },
        });
    }
    return right(undefined);
  });
