import { isLeft } from "fp-ts/Either";
import { type FileError, uploadCutOff } from "../../../domain/files/refusals";
import type { RealmId } from "../../../domain/ids";
import { bytesIn } from "../../../domain/units/size";
import { millisecondsIn } from "../../../domain/units/time";
import { answerableId, type User } from "../../../domain/users/user";
import type { Bytes } from "../../ports/files/file-store";
import type { UploadReservations } from "../../ports/files/upload-reservations";
import type { Clock } from "../../ports/system/clock";
import { mebibytes, roomRefusal, type UploadLimits } from "./upload-limits";

interface Ports {
  readonly uploadLimits: UploadLimits;
  readonly uploadReservations: UploadReservations;
  readonly clock: Clock;
}

/** Space is reserved in steps of this many bytes, and for longer than a request lasts. */
const step = 4 * bytesIn.mebibyte;
const longestRequest = millisecondsIn.hour;

/** The space reserved for a file of unknown size while it arrives; none if the realm has no quota. */
export class ReservedSpace {
  /** Why the rest is refused. */
  refusal: FileError | undefined;
  private reservedBytes = 0;

  constructor(
    private readonly ports: Ports,
    private readonly realmId: RealmId,
    private readonly owner: User,
    private readonly path: string,
  ) {}

  /** Passes the content through as far as space can be reserved; fails beyond that. */
  async *reserving(content: Bytes, announced = 0): AsyncGenerator<Uint8Array> {
    const { fileMib, realmMib } = this.ports.uploadLimits;
    if (realmMib === null) return yield* content;
    // Reserves the announced size at once. Otherwise concurrent uploads could each reserve a part of the last space, and
    // none could finish.
    let next = Math.min(announced, mebibytes(fileMib));
    let received = 0;
    for await (const piece of content) {
      received += piece.length;
      if (received > this.reservedBytes) {
        if (!(await this.reserve(Math.max(received, next))) && !(await this.reserve(received)))
          throw new Error("The file exceeds the realm's upload quota");
        next = this.reservedBytes + step;
      }
      yield piece;
    }
  }

  async release(): Promise<void> {
    if (this.reservedBytes > 0) await this.ports.uploadReservations.release(this.realmId, this.path);
  }

  private async reserve(bytes: number): Promise<boolean> {
    const { uploadReservations, uploadLimits, clock } = this.ports;
    const { realmId } = this;
    const now = clock.now();
    const reserved = await uploadReservations.reserve(
      { realmId, path: this.path, ownerId: answerableId(this.owner), bytes, expiresAt: now + longestRequest },
      now,
      (load) => roomRefusal(uploadLimits, load, bytes),
    );
    if (isLeft(reserved)) {
      this.refusal = reserved.left === "expired" ? uploadCutOff : reserved.left;
      return false;
    }
    this.refusal = undefined;
    this.reservedBytes = bytes;
    return true;
  }
}
