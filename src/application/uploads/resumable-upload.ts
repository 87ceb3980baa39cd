import { type Either, isLeft, isRight, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import { type Attachment, attachmentPath, isAttachmentPath } from "../../domain/attachment";
import type { ApiError } from "../../domain/errors";
import { fileKey, partKey, partsInfoKey, partsPrefix } from "../../domain/file-key";
import { type Caller, callerIn, type Result } from "../caller";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Clock } from "../ports/clock";
import type { Bytes, FileStore, StoredFile } from "../ports/file-store";
import type { FileTypes } from "../ports/file-types";
import { headBytes } from "../ports/file-types";
import type { ImageEditor } from "../ports/image-editor";
import type { RandomTokens } from "../ports/random-tokens";
import type { UploadReservations } from "../ports/upload-reservations";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { attach, pieces } from "./add-attachment";
import { noSuchFile } from "./attachment-access";
import { inParts } from "./in-parts";
import { Intake, wholeOf } from "./intake";
import { putWhole } from "./receive-file";
import { type FailureListener, storing } from "./storing";
import {
  bytesOf,
  fileTooLarge,
  type UploadLimits,
  unfinishedMilliseconds,
  unfinishedRefusal,
} from "./upload-limits";

interface Ports extends FailureListener {
  readonly directory: RealmDirectory;
  readonly inTransaction: InTransaction;
  readonly attachments: AttachmentReader;
  readonly files: FileStore;
  readonly fileTypes: FileTypes;
  readonly images: ImageEditor;
  readonly tokens: RandomTokens;
  readonly uploadLimits: UploadLimits;
  readonly uploadReservations: UploadReservations;
  readonly clock: Clock;
}

const infoCodec = t.intersection([
  t.type({ name: t.string, ownerId: t.number, size: t.number }),
  t.partial({ metadata: t.string }),
]);

/** A file that comes in several requests, as far as it has come. */
export interface ResumableUpload {
  readonly path: string;
  readonly name: string;
  readonly ownerId: number;
  /** What it will have when it is whole, in bytes. */
  readonly size: number;
  /** What it has. */
  readonly offset: number;
  /** What the client said of it in the protocol's words, until it is whole. */
  readonly metadata?: string | undefined;
  /** What it became, once it was whole. */
  readonly attachment: Attachment | undefined;
}

/** Some clients take the address apart: its name has Latin letters only, whatever the file is called. */
const latin = (name: string): string => {
  const kept = name.replace(/[^A-Za-z0-9_ .-]/g, "").trim();
  return kept.startsWith(".") ? `file${kept}` : kept;
};

/** Holds room for all of an upload, for a day from now on; on any node, nobody else gets it. */
const holdRoom = async (
  { uploadReservations, uploadLimits, clock }: Pick<Ports, "uploadReservations" | "uploadLimits" | "clock">,
  { realmId, userId }: Caller,
  { path, size }: Pick<ResumableUpload, "path" | "size">,
): Promise<Either<ApiError, undefined>> => {
  const now = clock.now();
  const held = await uploadReservations.hold(
    { realmId, path, ownerId: userId, bytes: size, expiresAt: now + unfinishedMilliseconds },
    now,
    (load) => unfinishedRefusal(uploadLimits, load, size),
  );
  if (isRight(held)) return held;
  return left(held.left === "expired" ? noSuchFile : held.left);
};

/** Begins an upload that may come in pieces. It is whole when `size` bytes have come. */
export const beginResumable =
  (ports: Ports) =>
  (
    caller: Caller,
    { name, size, metadata }: Pick<ResumableUpload, "name" | "size" | "metadata">,
  ): Result<ResumableUpload> =>
  async () => {
    const { directory, files, tokens, uploadLimits, uploadReservations } = ports;
    const user = callerIn(await directory.of(caller.realmId), caller);
    if (isLeft(user)) return user;
    if (size > bytesOf(uploadLimits.fileMib)) return left(fileTooLarge(uploadLimits));
    const path = attachmentPath(caller.realmId, tokens.uuid(), latin(name));
    const room = await holdRoom(ports, caller, { path, size });
    if (isLeft(room)) return room;
    const info = { name, ownerId: caller.userId, size, ...(metadata !== undefined && { metadata }) };
    const text = new TextEncoder().encode(JSON.stringify(info));
    const stored = await storing(ports, () => files.put(partsInfoKey(path), pieces(text)))();
    if (isLeft(stored)) {
      await uploadReservations.release(caller.realmId, path);
      return stored;
    }
    const begun = { ...info, path, offset: 0, attachment: undefined };
    return size === 0 ? finish(ports, caller, begun) : right(begun);
  };

/** How far the caller's upload has come. One that is whole is finished, if that failed before. */
export const findResumable =
  (ports: Ports) =>
  (caller: Caller, path: string): Result<ResumableUpload> =>
  async () => {
    const user = callerIn(await ports.directory.of(caller.realmId), caller);
    if (isLeft(user)) return user;
    if (!isAttachmentPath(path) || !path.startsWith(`${caller.realmId}/`)) return left(noSuchFile);
    const [attachment] = await ports.attachments.byPaths(caller.realmId, [path]);
    if (attachment) {
      const { name, ownerId, size } = attachment;
      return ownerId === caller.userId
        ? right({ path, name, ownerId, size, offset: size, attachment })
        : left(noSuchFile);
    }
    const found = await storing(ports, () => readParts(ports.files, path))();
    if (isLeft(found)) return found;
    const upload = found.right;
    if (upload === undefined || upload.ownerId !== caller.userId) return left(noSuchFile);
    return upload.offset === upload.size ? finish(ports, caller, upload) : right(upload);
  };

/** Adds what comes to the caller's upload, as far as it comes; what is cut off goes on from there. */
export const continueResumable =
  (ports: Ports) =>
  (caller: Caller, upload: ResumableUpload, content: Bytes): Result<ResumableUpload> =>
  async () => {
    const { path, size } = upload;
    const room = await holdRoom(ports, caller, upload);
    // One that a version began which held no room may find none now.
    if (isLeft(room)) return room;
    const intake = new Intake(content, size - upload.offset);
    let { offset } = upload;
    const stored = await storing(ports, async () => {
      for await (const part of inParts(intake.readUntilCut())) {
        const counted = new Intake(part, size);
        await putWhole(ports.files, partKey(path, offset), counted);
        offset += counted.size;
      }
    })();
    if (intake.problem === "too large") return left(fileTooLarge(ports.uploadLimits));
    if (isLeft(stored)) return stored;
    const continued = { ...upload, offset };
    return offset === size ? finish(ports, caller, continued) : right(continued);
  };

type Forgetting = Pick<Ports, "files" | "onError" | "uploadReservations">;

/** Forgets an upload that isn't finished. */
export const discardResumable =
  (ports: Forgetting) =>
  (caller: { readonly realmId: number }, { path }: Pick<ResumableUpload, "path">): Result<void> =>
  async () => {
    const removed = await storing(ports, () => removeParts(ports.files, path))();
    // What is still in the store still counts.
    if (isRight(removed)) await ports.uploadReservations.release(caller.realmId, path);
    return removed;
  };

const partsOf = async (files: FileStore, path: string): Promise<readonly StoredFile[]> => {
  const parts: StoredFile[] = [];
  for await (const file of files.list(partsPrefix(path))) if (/\/\d+$/.test(file.key)) parts.push(file);
  return parts.sort((a, b) => (a.key < b.key ? -1 : 1));
};

/** The parts that follow on one another from the first byte on: one may have come twice, in other pieces. */
const gapless = (path: string, parts: readonly StoredFile[]) => {
  const chain: StoredFile[] = [];
  let offset = 0;
  for (const part of parts) {
    if (part.key !== partKey(path, offset)) continue;
    chain.push(part);
    offset += part.size;
  }
  return { chain, offset };
};

const readParts = async (files: FileStore, path: string): Promise<ResumableUpload | undefined> => {
  const content = await files.open(partsInfoKey(path));
  if (content === undefined) return undefined;
  const info = infoCodec.decode(JSON.parse(new TextDecoder().decode(await wholeOf(content))));
  if (isLeft(info)) throw new Error(`Not what was said of an upload: ${path}`);
  const { offset } = gapless(path, await partsOf(files, path));
  return { ...info.right, path, offset, attachment: undefined };
};

const removeParts = async (files: FileStore, path: string): Promise<void> => {
  for (const { key } of await partsOf(files, path)) await files.remove(key);
  await files.remove(partsInfoKey(path));
};

/** Failures after which the parts are worth keeping. */
const triesAgain: ReadonlySet<ApiError["code"]> = new Set(["STORAGE_FAILED", "SERVER_BUSY"]);

/** Makes one file of the parts, and the file the caller's. */
const finish = async (
  ports: Ports,
  caller: Caller,
  upload: ResumableUpload,
): Promise<Either<ApiError, ResumableUpload>> => {
  const { files } = ports;
  const { path, name, size } = upload;
  const head = await storing(ports, async () => {
    const { chain } = gapless(path, await partsOf(files, path));
    async function* all(): AsyncGenerator<Uint8Array> {
      for (const { key } of chain) yield* (await files.open(key)) ?? [];
    }
    const intake = new Intake(all(), size);
    await putWhole(files, fileKey(path), intake);
    if (intake.size !== size)
      throw new Error(`${size} bytes were said to come, ${intake.size} came: ${path}`);
    return intake.head.slice(0, headBytes);
  })();
  if (isLeft(head)) return head;
  const added = await attach(ports)(caller, { path, name, size, head: head.right })();
  if (isLeft(added) && triesAgain.has(added.left.code)) return added;
  // What the realm has no room for is not kept in parts either. Leftovers are found when their time is over.
  await discardResumable(ports)(caller, { path })();
  return isLeft(added) ? added : right({ ...upload, offset: size, attachment: added.right });
};
