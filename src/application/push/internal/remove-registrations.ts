import * as E from "fp-ts/Either";
import type { RealmId, UserId } from "../../../domain/ids";
import {
  type ClientDevice,
  isSameToken,
  noDevices,
  type PushToken,
  tokenAddress,
} from "../../../domain/push/push-device";
import { byServer } from "../../caller";
import type { InTransaction } from "../../transaction";

/** Removes what ended browser sessions registered. What another session has registered again since then stays. */
export const removeRegistrations = (
  inTransaction: InTransaction,
  realmId: RealmId,
  userId: UserId,
  ended: readonly (ClientDevice | PushToken)[],
) =>
  inTransaction(byServer(realmId), async (tx) => {
    const { devices, tokens } = tx.state.pushDevices.get(userId) ?? noDevices;
    for (const one of ended)
      if ("token" in one) {
        if (tokens.some((token) => isSameToken(token, one) && token.sessionId === one.sessionId))
          tx.append({ type: "push_token_removed", userId, token: tokenAddress(one) });
      } else if (devices.some(({ id, sessionId }) => id === one.id && sessionId === one.sessionId))
        tx.append({ type: "client_device_removed", userId, deviceId: one.id });
    return E.right(undefined);
  });
