import { isLeft, right } from "fp-ts/Either";
import { addressOf, noDevices } from "../../domain/push-device";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { userToSecure } from "./check-user";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Ends a user's API key, and with it what devices registered that had it; answers with the next version. */
export const appendKeyEnd = (tx: Transaction, { id, apiKeyVersion: before }: User): number => {
  const apiKeyVersion = before + 1;
  tx.append({ type: "user_changed", userId: id, change: { apiKeyVersion, apiKeyMadeAt: tx.now } });
  for (const token of (tx.state.pushDevices.get(id) ?? noDevices).tokens)
    tx.append({ type: "push_token_removed", userId: id, token: addressOf(token) });
  return apiKeyVersion;
};

/** Ends the caller's API key: apps log in again. */
export const endOwnApiKey =
  ({ inTransaction }: Ports) =>
  (caller: Caller): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      appendKeyEnd(tx, user.right);
      return right(undefined);
    });

/** Ends the API key of somebody else, or of a bot, for administrators and the bot's owner. */
export const endOthersApiKey =
  ({ inTransaction }: Ports) =>
  (caller: Caller, userId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = userToSecure(tx.state, caller, userId, { bots: true }, tx.now);
      if (isLeft(user)) return user;
      appendKeyEnd(tx, user.right);
      return right(undefined);
    });
