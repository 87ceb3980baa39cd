import { isLeft, isRight, left, right } from "fp-ts/Either";
import type { Attachment, ImageFacts } from "../../domain/attachment";
import { contentTypeOf, looksLikeText } from "../../domain/content-type";
import { fileKey, thumbnailKey } from "../../domain/file-key";
import { allFormats, formatsFor, hasThumbnails, largestImage } from "../../domain/thumbnail";
import { type Caller, callerIn, type Result } from "../caller";
import type { FileStore } from "../ports/file-store";
import type { FileTypes } from "../ports/file-types";
import type { ImageEditor } from "../ports/image-editor";
import type { UploadReservations } from "../ports/upload-reservations";
import type { InTransaction } from "../transaction";
import { wholeOf } from "./intake";
import type { ReceivedFile } from "./receive-file";
import { type FailureListener, storing } from "./storing";
import { quotaRefusal, type UploadLimits } from "./upload-limits";

interface Ports extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly files: FileStore;
  readonly fileTypes: FileTypes;
  readonly images: ImageEditor;
  readonly uploadLimits: UploadLimits;
}

const longestName = 1000;

/** What the file is called from now on, for people to read. */
const readableName = (given: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a name
  const name = [...given.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, "")].slice(0, longestName).join("");
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
    const image = await storing(ports, () => makeThumbnails(ports, path, size, contentType))();
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

/** Makes the small images of an image; null for whatever isn't one. */
const makeThumbnails = async (
  { files, images }: Pick<Ports, "files" | "images">,
  path: string,
  size: number,
  contentType: string,
): Promise<ImageFacts | null> => {
  if (!hasThumbnails(contentType) || size > largestImage) return null;
  const content = await files.open(fileKey(path));
  if (content === undefined) throw new Error(`The store lost a file: ${path}`);
  const bytes = await wholeOf(content);
  const facts = await images.inspect(bytes);
  if (isLeft(facts)) return null;
  for (const format of formatsFor(facts.right.isAnimated, contentType)) {
    const small = await images.thumbnail(bytes, format);
    if (isLeft(small)) return null;
    await files.put(thumbnailKey(path, format.name), pieces(small.right));
  }
  return facts.right;
};

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
  { path, image, contentType }: Attachment,
  formatName: string,
): Promise<Uint8Array | undefined> => {
  const format = formatsFor(image?.isAnimated ?? false, contentType).find(({ name }) => name === formatName);
  if (image === null || format === undefined) return undefined;
  const key = thumbnailKey(path, format.name);
  const known = await files.open(key);
  if (known) return wholeOf(known);
  const original = await files.open(fileKey(path));
  if (original === undefined) return undefined;
  const small = await images.thumbnail(await wholeOf(original), format);
  if (!isRight(small)) return undefined;
  await files.put(key, pieces(small.right));
  return small.right;
};
