import * as E from "fp-ts/Either";
import { type FileError, uploadCutOff } from "../../../domain/files/refusals";
import type { RealmId } from "../../../domain/ids";
import { bytesIn } from "../../../domain/units/size";
import { millisecondsIn } from "../../../domain/units/time";
import { answerableId, type User } from "../../../domain/users/user";
import type { UploadReservations } from "../../ports/files/upload-reservations";
import type { Clock } from "../../ports/system/clock";
import { checkSpace, mebibytes, type UploadLimits } from "./upload-limits";

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
  private reservedBytes = 0;
  private next: number;

  constructor(
    private readonly ports: Ports,
    private readonly realmId: RealmId,
    private readonly owner: User,
    private readonly path: string,
    announced = 0,
  ) {
    // Reserves the announced size at once. Otherwise concurrent uploads could each reserve a part of the last space, and
    // none could finish.
    this.next = Math.min(announced, mebibytes(ports.uploadLimits.fileMib));
  }

  /** Reserves space for all bytes received so far. */
  async admit(received: number): Promise<E.Either<FileError, undefined>> {
    if (this.ports.uploadLimits.realmMib === null || received <= this.reservedBytes)
      return E.right(undefined);
    const ahead = await this.reserve(Math.max(received, this.next));
    const reserved = E.isLeft(ahead) ? await this.reserve(received) : ahead;
    this.next = this.reservedBytes + step;
    return reserved;
  }

  async release(): Promise<void> {
    if (this.reservedBytes > 0) await this.ports.uploadReservations.release(this.realmId, this.path);
  }

  private async reserve(bytes: number): Promise<E.Either<FileError, undefined>> {
    const { uploadReservations, uploadLimits, clock } = this.ports;
    const { realmId } = this;
    const now = clock.now();
    const reserved = await uploadReservations.reserve(
      { realmId, path: this.path, ownerId: answerableId(this.owner), bytes, expiresAt: now + longestRequest },
      now,
      (load) => checkSpace(uploadLimits, load, bytes),
    );
    if (E.isLeft(reserved)) return E.left(reserved.left === "expired" ? uploadCutOff : reserved.left);
    this.reservedBytes = bytes;
    return reserved;
  }
}
