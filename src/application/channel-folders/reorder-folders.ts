import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Puts the folders into another order; all of them, archived ones included, must be named. Administrators only. */
export const reorderFolders =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, order: readonly number[]): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const byId = new Map(tx.state.channelFolders.map((folder) => [folder.id, folder]));
      const folders = [...new Set(order)].flatMap((id) => byId.get(id) ?? []);
      if (folders.length !== byId.size || order.length !== byId.size)
        return left(badRequest("Invalid order mapping."));
      tx.append({ type: "channel_folders_set", folders, change: { op: "reorder" } });
      return right(undefined);
    });
