import * as E from "fp-ts/Either";
import type { CallService } from "../../../domain/calls/call-service";
import type { Caller } from "../../caller";
import type { Seals } from "../../ports/system/seals";
import type { InTransaction } from "../../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly seals: Seals;
}

/**
 * Stores a user's token for a provider, sealed, or removes it with null. With `insteadOf`, only that sealed token is
 * replaced. Clients receive an event when a token appears or disappears.
 */
export const storeCallToken =
  ({ inTransaction, seals }: Ports) =>
  (caller: Caller, { path }: CallService, token: string | null, insteadOf?: string) =>
    inTransaction(caller, async (tx) => {
      const { realmId, userId } = caller;
      const before = await tx.credentials.callToken(realmId, userId, path);
      // Another call may already have renewed the token.
      const isOther = insteadOf !== undefined && before !== insteadOf;
      if (isOther || (token === null && before === undefined)) return E.right(undefined);
      tx.setCallToken(userId, path, token === null ? null : seals.seal(token));
      const isNew = (before === undefined) !== (token === null);
      if (isNew) tx.append({ type: "call_token_changed", userId, provider: path, isThere: token !== null });
      return E.right(undefined);
    });
