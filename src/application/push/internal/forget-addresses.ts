import * as E from "fp-ts/Either";
import type { RealmId, UserId } from "../../../domain/ids";
import { tokenAddress } from "../../../domain/push/push-device";
import { byServer } from "../../caller";
import type { PushTarget } from "../../ports/push/push-relay";
import type { InTransaction } from "../../transaction";

/**
 * Removes addresses that the relay reported as gone, or whose session has ended. Addresses that were registered again
 * since then stay.
 */
export const forgetAddresses = (
  inTransaction: InTransaction,
  realmId: RealmId,
  userId: UserId,
  gone: readonly PushTarget[],
) =>
  inTransaction(byServer(realmId), async (tx) => {
    const { devices = [], tokens = [] } = tx.state.pushDevices.get(userId) ?? {};
    for (const target of gone) {
      const isKnown =
        target.kind === "token" &&
        tokens.some(
          ({ token, sessionId }) => token === target.token.token && sessionId === target.token.sessionId,
        );
      if (isKnown) tx.append({ type: "push_token_removed", userId, token: tokenAddress(target.token) });
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
    return E.right(undefined);
  });
