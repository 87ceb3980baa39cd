import * as E from "fp-ts/Either";
import {
  type FileError,
  quotaExceeded,
  tooManyPieces,
  tooManyUnfinishedUploads,
} from "../../../domain/files/refusals";
import { bytesIn } from "../../../domain/units/size";
import { millisecondsIn } from "../../../domain/units/time";
import type { UploadLoad } from "../../ports/files/upload-reservations";

/** How much people may upload. */
export interface UploadLimits {
  readonly fileMib: number;
  /** The limit for all files of a realm together; null for none. */
  readonly realmMib: number | null;
  /** How long unshared files stay. */
  readonly orphanDays: number;
}

/** Converts mebibytes to bytes. */
export const mebibytes = (mib: number): number => mib * bytesIn.mebibyte;

/** How long a resumable upload may stay idle. */
export const unfinishedMilliseconds = millisecondsIn.day;
/**
 * Limits on one user's unfinished uploads: their number, and their total size as a multiple of the largest
 * file.
 */
const mostUnfinished = { count: 50, largestFiles: 20 };

/**
 * Each request that continues an upload stores at least one piece, and each continuation lists all pieces, so their
 * number is limited.
 */
const mostPieces = { fixed: 100, bytesEach: 262_144 };

/** Whether an upload may have one more piece. */
export const checkPieces = (size: number, pieces: number): E.Either<FileError, undefined> =>
  pieces >= mostPieces.fixed + size / mostPieces.bytesEach ? E.left(tooManyPieces) : E.right(undefined);

/** Whether the realm's quota has room for this many more bytes. */
export const checkQuota = (
  { realmMib }: UploadLimits,
  spaceUsed: number,
  size: number,
): E.Either<FileError, undefined> =>
  realmMib !== null && spaceUsed + size > mebibytes(realmMib) ? E.left(quotaExceeded) : E.right(undefined);

/**
 * Whether there is space for a file that arrives in one request: it may use all that complete and unfinished files
 * leave.
 */
export const checkSpace = (
  limits: UploadLimits,
  { used, reserved }: UploadLoad,
  size: number,
): E.Either<FileError, undefined> => checkQuota(limits, used + reserved, size);

/**
 * Whether the user may begin a resumable upload. One user's unfinished uploads may take at most half of the space that
 * complete files leave, so that others always find room.
 */
export const checkUnfinished = (
  limits: UploadLimits,
  load: UploadLoad,
  size: number,
): E.Either<FileError, undefined> => {
  const { used, byUser } = load;
  if (
    byUser.count >= mostUnfinished.count ||
    byUser.bytes + size > mostUnfinished.largestFiles * mebibytes(limits.fileMib)
  )
    return E.left(tooManyUnfinishedUploads);
  const half = limits.realmMib === null ? Number.POSITIVE_INFINITY : (mebibytes(limits.realmMib) - used) / 2;
  return size > 0 && byUser.bytes + size > half ? E.left(quotaExceeded) : checkSpace(limits, load, size);
};
