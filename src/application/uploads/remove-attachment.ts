import { isLeft, left, right } from "fp-ts/Either";
import type { Attachment } from "../../domain/attachment";
import { badRequest } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { FileStore } from "../ports/file-store";
import type { InTransaction, Transaction } from "../transaction";
import { removeFile } from "./add-attachment";
import { type FailureListener, storing } from "./storing";

interface Ports extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly files: FileStore;
}

/** Removes a file of the caller's, whatever messages share it. */
export const removeAttachment =
  (ports: Ports) =>
  (caller: Caller, attachmentId: number): Result<void> =>
  async () => {
    const removed = await ports.inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const attachment = await tx.attachments.byId(caller.realmId, attachmentId);
      if (attachment?.ownerId !== caller.userId) return left(badRequest("Invalid attachment"));
      appendRemovals(tx, [attachment], await tx.attachments.spaceUsed(caller.realmId));
      return right(attachment);
    })();
    if (isLeft(removed)) return removed;
    // Nobody reaches the file any more. If the store doesn't work now, the next look for orphans takes it.
    await storing(ports, () => removeFile(ports.files, removed.right.path))();
    return right(undefined);
  };

/** Forgets files, whose content is removed after that is committed. `spaceUsed` is what all files take until then. */
export const appendRemovals = (
  tx: Transaction,
  attachments: readonly Attachment[],
  spaceUsed: number,
): void => {
  let used = spaceUsed;
  for (const { id, ownerId, size } of attachments) {
    used -= size;
    tx.append({
      type: "attachment_removed",
      userId: ownerId,
      attachmentId: id,
      size,
      spaceUsed: used,
    });
  }
};
