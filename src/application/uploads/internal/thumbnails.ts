import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../../domain/caller-refusals";
import type { Attachment, ImageProperties } from "../../../domain/files/attachment";
import { fileKey, thumbnailKey } from "../../../domain/files/file-key";
import type { FileError } from "../../../domain/files/refusals";
import { type LimitError, serverBusy } from "../../../domain/limit-refusals";
import { formatsFor, hasThumbnails, largestImage } from "../../../domain/pictures/thumbnail";
import { requesterOf } from "../../admission/requester-of";
import { readAsCaller } from "../../as-caller";
import type { Caller } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import type { FileStore } from "../../ports/files/file-store";
import type { ImageEditor, ImageSource } from "../../ports/pictures/image-editor";
import type { Requester } from "../../ports/system/requester";
import { wholeOf } from "../shared/intake";
import type { ReceivedFile } from "../shared/received-file";
import { streamOf } from "../shared/stored-files";
import { type FailureListener, withFileStore } from "../shared/with-file-store";

interface Ports extends FailureListener {
  readonly directory: RealmDirectory;
  readonly files: FileStore;
  readonly images: ImageEditor;
}

/** Generates an image's thumbnails, all in one turn of its uploader; null for other files. */
export const makeThumbnails = (
  ports: Ports,
  caller: Caller,
  { path, size }: Pick<ReceivedFile, "path" | "size">,
  contentType: string,
): TaskEither<CallerError | FileError | LimitError, ImageProperties | null> => {
  if (!hasThumbnails(contentType) || size > largestImage) return TE.right(null);
  return readAsCaller(ports.directory, caller, async (_state, user) => {
    const made = await withFileStore(ports, async () => {
      const edited = await ports.images.edit(
        requesterOf(caller.realmId, user),
        storedImage(ports.files, path, size),
        async (image) => {
          const small: { readonly name: string; readonly bytes: Uint8Array }[] = [];
          for (const format of formatsFor(image.properties.isAnimated, contentType)) {
            const thumbnail = await image.thumbnail(format);
            if (E.isLeft(thumbnail)) return thumbnail;
            small.push({ name: format.name, bytes: thumbnail.right });
          }
          return E.right({ properties: image.properties, small });
        },
      );
      if (E.isLeft(edited)) return edited.left;
      const { properties, small } = edited.right;
      for (const { name, bytes } of small) await ports.files.put(thumbnailKey(path, name), streamOf(bytes));
      return properties;
    });
    if (E.isLeft(made)) return made;
    if (made.right === "busy") return E.left(serverBusy);
    return E.right(typeof made.right === "string" ? null : made.right);
  });
};

const storedImage = (files: FileStore, path: string, size: number): ImageSource => ({
  size,
  read: async () => {
    const content = await files.open(fileKey(path));
    if (content === undefined) throw new Error(`A file is missing from the store: ${path}`);
    return wholeOf(content);
  },
});

/** A thumbnail of an attachment, generated again if it is missing; undefined if it can't have one. */
export const findOrMakeThumbnail = async (
  { files, images }: Pick<Ports, "files" | "images">,
  requester: Requester,
  { path, image, contentType, size }: Attachment,
  formatName: string,
): Promise<E.Either<LimitError, Uint8Array | undefined>> => {
  const format = formatsFor(image?.isAnimated ?? false, contentType).find(({ name }) => name === formatName);
  if (image === null || format === undefined) return E.right(undefined);
  const key = thumbnailKey(path, format.name);
  const known = await files.open(key);
  if (known) return E.right(await wholeOf(known));
  if ((await files.stat(fileKey(path))) === undefined) return E.right(undefined);
  const small = await images.edit(requester, storedImage(files, path, size), (opened) =>
    opened.thumbnail(format),
  );
  if (E.isLeft(small)) return small.left === "busy" ? E.left(serverBusy) : E.right(undefined);
  await files.put(key, streamOf(small.right));
  return small;
};
