import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Attachment } from "../../domain/files/attachment";
import { type FileError, noSuchFile } from "../../domain/files/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { requesterOf } from "../admission/requester-of";
import { callerIn } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { FileStore } from "../ports/files/file-store";
import type { ImageEditor } from "../ports/pictures/image-editor";
import type { Requester } from "../ports/system/requester";
import { findOrMakeThumbnail } from "./internal/thumbnails";
import { type AttachmentAccessPorts, attachmentFor, type FileRequester } from "./shared/attachment-access";
import { type FailureListener, withFileStore } from "./shared/with-file-store";

interface Ports extends AttachmentAccessPorts, FailureListener {
  readonly files: FileStore;
  readonly images: ImageEditor;
}

/** Whose share of the image editor a thumbnail takes. All spectators count as one requester. */
const payerOf = async (directory: RealmDirectory, requester: FileRequester): Promise<Requester> => {
  const { realmId } = requester;
  const user = "userId" in requester ? callerIn(await directory.stateOf(realmId), requester) : undefined;
  return user !== undefined && E.isRight(user)
    ? requesterOf(realmId, user.right)
    : { realm: `${realmId}`, user: "" };
};

/** A thumbnail in one of the formats that register announces. */
export const openThumbnail =
  (ports: Ports) =>
  (
    requester: FileRequester,
    path: string,
    format: string,
  ): TaskEither<
    CallerError | FileError | LimitError,
    { readonly attachment: Attachment; readonly image: Uint8Array }
  > =>
  async () => {
    const attachment = await attachmentFor(ports, requester, path);
    if (E.isLeft(attachment)) return attachment;
    const payer = await payerOf(ports.directory, requester);
    const image = E.flattenW(
      await withFileStore(ports, () => findOrMakeThumbnail(ports, payer, attachment.right, format)),
    );
    if (E.isLeft(image)) return image;
    return image.right === undefined
      ? E.left(noSuchFile)
      : E.right({ attachment: attachment.right, image: image.right });
  };
