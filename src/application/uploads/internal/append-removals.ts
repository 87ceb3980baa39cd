import type { Attachment } from "../../../domain/files/attachment";
import type { Transaction } from "../../transaction";

/**
 * Appends the removals of files, whose content is removed after the commit. `spaceUsed` is the total size
 * before.
 */
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
