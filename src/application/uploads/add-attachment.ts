import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { Attachment, ImageFacts } from "../../domain/attachment";
import { contentTypeOf, looksLikeText } from "../../domain/content-type";
import { type ApiError, serverBusy } from "../../domain/errors";
import { fileKey, thumbnailKey } from "../../domain/file-key";
import { withoutReordering } from "../../domain/reordering";
import { allFormats, formatsFor, hasThumbnails, largestImage } from "../../domain/thumbnail";
import type { Requester } from "../admission/fair-turns";
import { requesterOf } from "../admission/requester-of";
import { type Caller, callerIn, type Result } from "../caller";
import type { FileStore } from "../ports/file-store";
import type { FileTypes } from "../ports/file-types";
import type { ImageEditor, ImageSource } from "../ports/image-editor";
import type { UploadReservations } from "../ports/upload-reservations";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { wholeOf } from "./intake";
import type { ReceivedFile } from "./receive-file";
import { type FailureListener, storing } from "./storing";
import { quotaRefusal, type UploadLimits } from "./upload-limits";

interface Ports extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly files: FileStore;
  readonly fileTypes: FileTypes;
  readonly images: ImageEditor;
  readonly uploadLimits: UploadLimits;
}

const longestName = 1000;

/** What the file is called from now on, for people to read. */
const readableName = (given: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a name
  const shown = withoutReordering(given.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ""));
  const name = [...shown].slice(0, longestName).join("");
  return name.trim() === "" ? "uploaded-file" : name;
};

/**
 * Makes a file that has come in the caller's; only they may read it until they share it. When it fails, the file
 * is gone. API §4.24.
 */
export const addAttachment =
  (ports: Ports & { readonly uploadReservations: UploadReservations }) =>
  (caller: Caller, received: ReceivedFile): Result<Attachment> =>
  async () => {
    try {
      return await attach(ports)(caller, received)();
    } finally {
      // From the commit on, the file counts itself.
      if (ports.uploadLimits.realmMib !== null)
        await ports.uploadReservations.release(caller.realmId, received.path);
    }
  };

/** The same, while the room it holds stays held. */
export const attach =
  (ports: Ports) =>
  (caller: Caller, received: ReceivedFile): Result<Attachment> =>
  async () => {
    const { inTransaction, fileTypes, uploadLimits, files } = ports;
    const { path, size, head } = received;
    const name = readableName(received.name);
    const contentType = contentTypeOf({
      sniffed: await fileTypes.sniff(head),
      named: fileTypes.ofName(name),
      isText: looksLikeText(head),
    });
    const image = await imageIn(ports, caller, received, contentType);
    const added = isLeft(image)
      ? image
      : // Where it isn't known whether this committed, the file stays: a row must not be without one.
        await inTransaction(caller, (tx) => async () => {
          const user = callerIn(tx.state, caller);
          if (isLeft(user)) return user;
          const used = await tx.attachments.spaceUsed(caller.realmId);
          const refusal = quotaRefusal(uploadLimits, used, size);
          if (refusal) return left(refusal);
          const attachment: Attachment = {
            id: tx.newId("attachment"),
            path,
            name,
            size,
            contentType,
            ownerId: caller.userId,
            uploadedAt: tx.now,
            image: image.right,
          };
          const spaceUsed = used + size;
          tx.append({ type: "attachment_added", userId: caller.userId, attachment, spaceUsed });
          return right(attachment);
        })();
    if (isLeft(added)) await storing(ports, () => removeFile(files, path))();
    return added;
  };

/** Makes the small images of an image, all in one turn of its uploader; null for whatever isn't one. */
const imageIn = async (
  ports: Pick<Ports, "directory" | "files" | "images" | "onError">,
  caller: Caller,
  { path, size }: ReceivedFile,
  contentType: string,
): Promise<Either<ApiError, ImageFacts | null>> => {
  if (!hasThumbnails(contentType) || size > largestImage) return right(null);
  const user = callerIn(await ports.directory.of(caller.realmId), caller);
  if (isLeft(user)) return user;
  const made = await storing(ports, async () => {
    const edited = await ports.images.edit(
      requesterOf(caller.realmId, user.right),
      storedImage(ports.files, path, size),
      async (image) => {
        const small: { readonly name: string; readonly bytes: Uint8Array }[] = [];
        for (const format of formatsFor(image.facts.isAnimated, contentType)) {
          const thumbnail = await image.thumbnail(format);
          if (isLeft(thumbnail)) return thumbnail;
          small.push({ name: format.name, bytes: thumbnail.right });
        }
        return right({ facts: image.facts, small });
      },
    );
    if (isLeft(edited)) return edited.left;
    const { facts, small } = edited.right;
    for (const { name, bytes } of small) await ports.files.put(thumbnailKey(path, name), pieces(bytes));
    return facts;
  })();
  if (isLeft(made)) return made;
  if (made.right === "busy") return left(serverBusy);
  return right(typeof made.right === "string" ? null : made.right);
};

const storedImage = (files: FileStore, path: string, size: number): ImageSource => ({
  size,
  read: async () => {
    const content = await files.open(fileKey(path));
    if (content === undefined) throw new Error(`The store lost a file: ${path}`);
    return wholeOf(content);
  },
});

/** Content that is in memory already. */
export async function* pieces(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** Removes a file, and the small images of it. */
export const removeFile = async (files: FileStore, path: string): Promise<void> => {
  await files.remove(fileKey(path));
  for (const { name } of allFormats) await files.remove(thumbnailKey(path, name));
};

/** A small image of an attachment, made again if it is missing; undefined where there can be none. */
export const thumbnailOf = async (
  { files, images }: Pick<Ports, "files" | "images">,
  requester: Requester,
  { path, image, contentType, size }: Attachment,
  formatName: string,
): Promise<Either<ApiError, Uint8Array | undefined>> => {
  const format = formatsFor(image?.isAnimated ?? false, contentType).find(({ name }) => name === formatName);
  if (image === null || format === undefined) return right(undefined);
  const key = thumbnailKey(path, format.name);
  const known = await files.open(key);
  if (known) return right(await wholeOf(known));
  if ((await files.facts(fileKey(path))) === undefined) return right(undefined);
  const small = await images.edit(requester, storedImage(files, path, size), (opened) =>
    opened.thumbnail(format),
  );
  if (isLeft(small)) return small.left === "busy" ? left(serverBusy) : right(undefined);
  await files.put(key, pieces(small.right));
  return small;
};
