import * as E from "fp-ts/Either";
import { type FileError, noSuchFile } from "../../../domain/files/refusals";
import type { RealmId } from "../../../domain/ids";
import { answerableId, type User } from "../../../domain/users/user";
import type { UploadReservations } from "../../ports/files/upload-reservations";
import type { Clock } from "../../ports/system/clock";
import type { ResumableUpload } from "../shared/resumable-parts";
import { checkUnfinished, type UploadLimits, unfinishedMilliseconds } from "./upload-limits";

export interface ReservePorts {
  readonly uploadLimits: UploadLimits;
  readonly uploadReservations: UploadReservations;
  readonly clock: Clock;
}

/** Reserves space for a whole upload, for a day from now; no other node can take it. */
export const reserveSpace = async (
  { uploadReservations, uploadLimits, clock }: ReservePorts,
  realmId: RealmId,
  owner: User,
  { path, size }: Pick<ResumableUpload, "path" | "size">,
): Promise<E.Either<FileError, undefined>> => {
  const now = clock.now();
  const reserved = await uploadReservations.reserve(
    { realmId, path, ownerId: answerableId(owner), bytes: size, expiresAt: now + unfinishedMilliseconds },
    now,
    (load) => checkUnfinished(uploadLimits, load, size),
  );
  if (E.isRight(reserved)) return reserved;
  return E.left(reserved.left === "expired" ? noSuchFile : reserved.left);
};
