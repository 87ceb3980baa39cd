import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { isSameToken, noDevices, tokenAddress } from "../../domain/push/push-device";
import { noSuchPushToken, type PushError } from "../../domain/push/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { type Address, checkAddress } from "./internal/check-push-token";

/** Removes an address of the caller's device. */
export const removePushToken =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, { service, token }: Address): TaskEither<CallerError | PushError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const address = checkAddress({ service, token });
      if (E.isLeft(address)) return address;
      const { tokens } = tx.state.pushDevices.get(caller.userId) ?? noDevices;
      const known = tokens.find((one) => isSameToken(one, { service, token }));
      if (known === undefined) return E.left(noSuchPushToken);
      tx.append({ type: "push_token_removed", userId: caller.userId, token: tokenAddress(known) });
      return E.right(undefined);
    });
