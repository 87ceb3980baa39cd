import * as E from "fp-ts/Either";
import type { RealmId, UserId } from "../../../domain/ids";
import { isSameToken, noDevices, tokenAddress } from "../../../domain/push/push-device";
import { byServer } from "../../caller";
import type { PushTarget } from "../../ports/push/push-relay";
import type { InTransaction } from "../../transaction";

/** Removes addresses that the relay reported as gone. Those that another session registered since then stay. */
export const forgetAddresses = (
  inTransaction: InTransaction,
  realmId: RealmId,
  userId: UserId,
  gone: readonly PushTarget[],
) =>
  inTransaction(byServer(realmId), async (tx) => {
    const { devices, tokens } = tx.state.pushDevices.get(userId) ?? noDevices;
    for (const target of gone) {
      if (target.kind === "token") {
        const { token } = target;
        if (tokens.some((one) => isSameToken(one, token) && one.sessionId === token.sessionId))
          tx.append({ type: "push_token_removed", userId, token: tokenAddress(token) });
        continue;
      }
      const device = devices.find(({ tokenId }) => tokenId === target.tokenId);
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
