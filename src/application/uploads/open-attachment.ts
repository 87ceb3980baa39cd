import { type Either, flatten, isLeft, isRight, left, right } from "fp-ts/Either";
import type { Attachment } from "../../domain/attachment";
import { type ApiError, badRequest } from "../../domain/errors";
import { fileKey } from "../../domain/file-key";
import type { Requester } from "../admission/fair-turns";
import { requesterOf } from "../admission/requester-of";
import { type Caller, callerIn, type Result } from "../caller";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Clock } from "../ports/clock";
import type { ByteRange, Bytes, FileStore } from "../ports/file-store";
import type { ImageEditor } from "../ports/image-editor";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { TemporaryLinks } from "../ports/temporary-links";
import type { RealmDirectory } from "../realm-directory";
import { thumbnailOf } from "./add-attachment";
import { noSuchFile, readableAttachment } from "./attachment-access";
import { type FailureListener, storing } from "./storing";

interface Ports extends FailureListener {
  readonly directory: RealmDirectory;
  readonly attachments: AttachmentReader;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly files: FileStore;
  readonly images: ImageEditor;
  readonly links: TemporaryLinks;
  readonly clock: Clock;
}

/** Who asks: somebody with an account, or anyone at a realm's address. */
export type Asker = Caller | { readonly realmId: number };

const find = async (ports: Ports, asker: Asker, path: string): Promise<Either<ApiError, Attachment>> => {
  const state = await ports.directory.of(asker.realmId);
  const reader = "userId" in asker ? callerIn(state, asker) : right(undefined);
  if (isLeft(reader)) return reader;
  return readableAttachment({ ...ports, state, now: ports.clock.now() }, reader.right, path);
};

/** What is known of a file that the asker may read. Fails where it isn't there, or isn't theirs to read. */
export const findAttachment =
  (ports: Ports) =>
  (asker: Asker, path: string): Result<Attachment> =>
  () =>
    find(ports, asker, path);

/** The content of a file that was found, or part of it. */
export const openAttachment =
  (ports: Ports) =>
  ({ path }: Attachment, range?: ByteRange): Result<Bytes> =>
  async () => {
    const content = await storing(ports, () => ports.files.open(fileKey(path), range))();
    if (isLeft(content)) return content;
    return content.right === undefined ? left(noSuchFile) : right(content.right);
  };

/** Whoever has no account shares turns with all who have none. */
const requesterBehind = async ({ directory }: Pick<Ports, "directory">, asker: Asker): Promise<Requester> => {
  const user = "userId" in asker ? callerIn(await directory.of(asker.realmId), asker) : undefined;
  return user !== undefined && isRight(user)
    ? requesterOf(asker.realmId, user.right)
    : { realm: `${asker.realmId}`, user: "" };
};

/** A small image of a file, in one of the formats that register announces. */
export const openThumbnail =
  (ports: Ports) =>
  (
    asker: Asker,
    path: string,
    format: string,
  ): Result<{ readonly attachment: Attachment; readonly image: Uint8Array }> =>
  async () => {
    const attachment = await find(ports, asker, path);
    if (isLeft(attachment)) return attachment;
    const requester = await requesterBehind(ports, asker);
    const image = flatten(
      await storing(ports, () => thumbnailOf(ports, requester, attachment.right, format))(),
    );
    if (isLeft(image)) return image;
    return image.right === undefined
      ? left(noSuchFile)
      : right({ attachment: attachment.right, image: image.right });
  };

const linkMilliseconds = 60_000;

/** A token by which anyone reads the file for a minute: for programs that can't log in where they show it. */
export const linkTemporarily =
  (ports: Ports) =>
  (asker: Asker, path: string): Result<{ readonly token: string; readonly attachment: Attachment }> =>
  async () => {
    const attachment = await find(ports, asker, path);
    return isLeft(attachment)
      ? attachment
      : right({
          token: ports.links.tokenFor(path, ports.clock.now() + linkMilliseconds),
          attachment: attachment.right,
        });
  };

/** The file that such a token is for. */
export const followLink =
  (ports: Ports) =>
  (token: string, fileName: string): Result<Attachment> =>
  async () => {
    const path = ports.links.subjectOf(token, ports.clock.now());
    if (path === undefined) return left(badRequest("Invalid token"));
    if (path.split("/").at(-1) !== fileName) return left(badRequest("Invalid filename"));
    const [attachment] = await ports.attachments.byPaths(Number(path.split("/")[0]), [path]);
    return attachment ? right(attachment) : left(noSuchFile);
  };
