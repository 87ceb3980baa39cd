import * as E from "fp-ts/Either";
import type { RealmId, UserId } from "../../../domain/ids";
import { isSameToken, noDevices, type PushToken, tokenAddress } from "../../../domain/push/push-device";
import { byServer } from "../../caller";
import type { InTransaction } from "../../transaction";

/** Records that the relay knows an address, if the user still has it registered. */
export const markIntroduced = (
  inTransaction: InTransaction,
  realmId: RealmId,
  userId: UserId,
  token: Pick<PushToken, "service" | "token">,
) =>
  inTransaction(byServer(realmId), async (tx) => {
    const { tokens } = tx.state.pushDevices.get(userId) ?? noDevices;
    const known = tokens.find((one) => isSameToken(one, token));
    if (known?.isIntroduced === false)
      tx.append({ type: "push_token_introduced", userId, token: tokenAddress(known) });
    return E.right(undefined);
  });
