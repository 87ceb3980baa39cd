import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { FolderId } from "../../domain/ids";
import { type InputError, incompleteOrder } from "../../domain/input-refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Reorders the channel folders. `order` has the ids of all folders, archived ones included. Administrators only. */
export const reorderFolders =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, order: readonly FolderId[]): TaskEither<CallerError | InputError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const byId = new Map(tx.state.channelFolders.map((folder) => [folder.id, folder]));
      const folders = [...new Set(order)].flatMap((id) => byId.get(id) ?? []);
      if (folders.length !== byId.size || order.length !== byId.size) return E.left(incompleteOrder);
      tx.append({ type: "channel_folders_set", folders, change: { op: "reorder" } });
      return E.right(undefined);
    });
