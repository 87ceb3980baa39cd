import { isLeft, left, right } from "fp-ts/Either";
import { attachmentPath } from "../../domain/attachment";
import { type ApiError, badRequest } from "../../domain/errors";
import { fileKey } from "../../domain/file-key";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { Bytes, FileStore } from "../ports/file-store";
import type { RandomTokens } from "../ports/random-tokens";
import type { UploadReservations } from "../ports/upload-reservations";
import type { RealmDirectory } from "../realm-directory";
import { Intake } from "./intake";
import { type FailureListener, storing } from "./storing";
import { bytesOf, fileTooLarge, roomRefusal, type UploadLimits } from "./upload-limits";

/** A file that has come into the store, and is nobody's yet. */
export interface ReceivedFile {
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Its first bytes. */
  readonly head: Uint8Array;
}

interface Ports extends FailureListener {
  readonly directory: RealmDirectory;
  readonly files: FileStore;
  readonly tokens: RandomTokens;
  readonly uploadLimits: UploadLimits;
  readonly uploadReservations: UploadReservations;
  readonly clock: Clock;
}

const cutOff = badRequest("The upload was cut off");

const refusalBy = ({ problem }: Intake, limits: UploadLimits): ApiError | undefined => {
  if (problem === "too large") return fileTooLarge(limits);
  return problem === "cut off" ? cutOff : undefined;
};

/** Room is held in steps of so many bytes, and that long: a request is over before. */
const step = 4 * 1024 * 1024;
const longestRequest = 60 * 60 * 1000;

/** The room that a file of unknown size holds while it comes; none where the realm has no quota. */
class HeldRoom {
  /** Why no more of it may come. */
  refusal: ApiError | undefined;
  private held = 0;

  constructor(
    private readonly ports: Ports,
    private readonly caller: Caller,
    private readonly path: string,
  ) {}

  /** Lets the content through for which there is room; fails where there is none. */
  async *heldFor(content: Bytes, announced = 0): AsyncGenerator<Uint8Array> {
    const { fileMib, realmMib } = this.ports.uploadLimits;
    if (realmMib === null) return yield* content;
    // All of it at first: files that come together would otherwise each take a part, and none be whole.
    let next = Math.min(announced, bytesOf(fileMib));
    let come = 0;
    for await (const piece of content) {
      come += piece.length;
      if (come > this.held) {
        if (!(await this.hold(Math.max(come, next))) && !(await this.hold(come)))
          throw new Error("The realm has no room for it");
        next = this.held + step;
      }
      yield piece;
    }
  }

  async release(): Promise<void> {
    if (this.held > 0) await this.ports.uploadReservations.release(this.caller.realmId, this.path);
  }

  private async hold(bytes: number): Promise<boolean> {
    const { uploadReservations, uploadLimits, clock } = this.ports;
    const { realmId, userId } = this.caller;
    const now = clock.now();
    const held = await uploadReservations.hold(
      { realmId, path: this.path, ownerId: userId, bytes, expiresAt: now + longestRequest },
      now,
      (load) => roomRefusal(uploadLimits, load, bytes),
    );
    if (isLeft(held)) {
      this.refusal = held.left === "expired" ? cutOff : held.left;
      return false;
    }
    this.refusal = undefined;
    this.held = bytes;
    return true;
  }
}

interface ComingFile {
  readonly name: string;
  readonly content: Bytes;
  /** So many bytes come at most, as far as its sender says. */
  readonly announced?: number | undefined;
}

/** Takes a file's content into the store as it comes. What is too large is stopped on its way. */
export const receiveFile =
  (ports: Ports) =>
  (caller: Caller, { name, content, announced }: ComingFile): Result<ReceivedFile> =>
  async () => {
    const { directory, files, tokens, uploadLimits } = ports;
    const { realmId } = caller;
    const user = callerIn(await directory.of(realmId), caller);
    if (isLeft(user)) return user;
    const path = attachmentPath(realmId, tokens.uuid(), name);
    const room = new HeldRoom(ports, caller, path);
    const intake = new Intake(room.heldFor(content, announced), bytesOf(uploadLimits.fileMib));
    const quietly = { onError: (error: unknown) => intake.problem ?? ports.onError(error) };
    const stored = await storing(quietly, () => putWhole(files, fileKey(path), intake))();
    const refusal =
      room.refusal ?? refusalBy(intake, uploadLimits) ?? (isLeft(stored) ? stored.left : undefined);
    if (refusal !== undefined) {
      await room.release();
      return left(refusal);
    }
    return right({ path, name, size: intake.size, head: intake.head });
  };

/** Stores the content, and looks whether all of it is there. */
export const putWhole = async (files: FileStore, key: string, intake: Intake): Promise<void> => {
  const size = await files.put(key, intake.read());
  const kept = await files.facts(key);
  if (size === intake.size && kept?.size === intake.size) return;
  await files.remove(key);
  throw new Error(`Of ${intake.size} bytes, the store kept ${kept?.size ?? 0}: ${key}`);
};

/** Takes a file out of the store that nobody is to have. */
export const discardFile =
  (ports: Pick<Ports, "files" | "onError" | "uploadReservations">) =>
  (caller: Caller, { path }: Pick<ReceivedFile, "path">): Result<void> =>
    storing(ports, async () => {
      await ports.files.remove(fileKey(path));
      await ports.uploadReservations.release(caller.realmId, path);
    });
