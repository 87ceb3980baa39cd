import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../../domain/caller-refusals";
import { withoutReordering } from "../../../domain/collections/reordering";
import type { Attachment } from "../../../domain/files/attachment";
import { contentTypeOf, looksLikeText } from "../../../domain/files/content-type";
import type { FileError } from "../../../domain/files/refusals";
import type { LimitError } from "../../../domain/limit-refusals";
import { actingAs } from "../../as-caller";
import type { Caller } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import type { FileStore } from "../../ports/files/file-store";
import type { FileTypes } from "../../ports/files/file-types";
import type { ImageEditor } from "../../ports/pictures/image-editor";
import type { InTransaction } from "../../transaction";
import type { ReceivedFile } from "../shared/received-file";
import { removeFile } from "../shared/stored-files";
import { type FailureListener, withFileStore } from "../shared/with-file-store";
import { makeThumbnails } from "./thumbnails";
import { checkQuota, type UploadLimits } from "./upload-limits";

export interface AttachPorts extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly files: FileStore;
  readonly fileTypes: FileTypes;
  readonly images: ImageEditor;
  readonly uploadLimits: UploadLimits;
}

const longestName = 1000;

/** The displayed name of a file. */
const readableName = (fileName: string): string => {
  const shown = withoutReordering(fileName.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ""));
  const name = [...shown].slice(0, longestName).join("");
  return name.trim() === "" ? "uploaded-file" : name;
};

/** Turns a received file into an attachment. On failure the file is removed. Leaves its reservation alone. */
export const attachFile = async (
  ports: AttachPorts,
  caller: Caller,
  received: ReceivedFile,
): Promise<E.Either<CallerError | FileError | LimitError, Attachment>> => {
  const { inTransaction, fileTypes, uploadLimits, files } = ports;
  const { path, size, head } = received;
  const name = readableName(received.name);
  const contentType = contentTypeOf({
    sniffed: await fileTypes.sniff(head),
    named: fileTypes.ofName(name),
    isText: looksLikeText(head),
  });
  const addAttachment = (
    image: Attachment["image"],
  ): Promise<E.Either<CallerError | FileError, Attachment>> =>
    inTransaction(
      caller,
      actingAs(caller, async (tx) => {
        const used = await tx.attachments.spaceUsed(caller.realmId);
        const room = checkQuota(uploadLimits, used, size);
        if (E.isLeft(room)) return room;
        const attachment: Attachment = {
          id: tx.newId("attachment"),
          path,
          name,
          size,
          contentType,
          ownerId: caller.userId,
          uploadedAt: tx.now,
          image,
        };
        const spaceUsed = used + size;
        tx.append({ type: "attachment_added", userId: caller.userId, attachment, spaceUsed });
        return E.right(attachment);
      }),
    );
  const added = await pipe(
    makeThumbnails(ports, caller, received, contentType),
    TE.chainW((image) => () => addAttachment(image)),
  )();
  // If the outcome of the commit is unknown, it throws, and the file stays: a row must never lack its file.
  if (E.isLeft(added)) await withFileStore(ports, () => removeFile(files, path));
  return added;
};
