import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Attachment } from "../../domain/files/attachment";
import { type FileError, invalidAttachment } from "../../domain/files/refusals";
import type { AttachmentId } from "../../domain/ids";
import { actingAs } from "../as-caller";
import type { Caller } from "../caller";
import type { FileStore } from "../ports/files/file-store";
import type { InTransaction } from "../transaction";
import { appendRemovals } from "./internal/append-removals";
import { removeFile } from "./shared/stored-files";
import { type FailureListener, withFileStore } from "./shared/with-file-store";

interface Ports extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly files: FileStore;
}

/** Removes a file of the caller, even if messages share it. */
export const removeAttachment =
  (ports: Ports) =>
  (caller: Caller, attachmentId: AttachmentId): TaskEither<CallerError | FileError, void> =>
  async () => {
    const removed: E.Either<CallerError | FileError, Attachment> = await ports.inTransaction(
      caller,
      actingAs(caller, async (tx) => {
        const attachment = await tx.attachments.byId(caller.realmId, attachmentId);
        if (attachment?.ownerId !== caller.userId) return E.left(invalidAttachment);
        appendRemovals(tx, [attachment], await tx.attachments.spaceUsed(caller.realmId));
        return E.right(attachment);
      }),
    );
    if (E.isLeft(removed)) return removed;
    // Nobody can reach the file any more. If the store fails now, the removal of orphans finds it later.
    await withFileStore(ports, () => removeFile(ports.files, removed.right.path));
    return E.right(undefined);
  };
