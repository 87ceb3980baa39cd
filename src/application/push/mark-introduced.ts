import { right } from "fp-ts/Either";
import { addressOf, isSameToken, noDevices, type PushToken } from "../../domain/push-device";
import { byServer } from "../caller";
import type { InTransaction } from "../transaction";

/** Records that the relay knows an address, if the user still has it. */
export const markIntroduced = (
  inTransaction: InTransaction,
  realmId: number,
  userId: number,
  token: Pick<PushToken, "service" | "token">,
) =>
  inTransaction(byServer(realmId), (tx) => async () => {
    const { tokens } = tx.state.pushDevices.get(userId) ?? noDevices;
    const known = tokens.find((one) => isSameToken(one, token));
    if (known?.isIntroduced === false)
      tx.append({ type: "push_token_introduced", userId, token: addressOf(known) });
    return right(undefined);
  });
