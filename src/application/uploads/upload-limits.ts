import { type ApiError, badRequest } from "../../domain/errors";
import type { UploadLoad } from "../ports/upload-reservations";

/** How much people may upload. */
export interface UploadLimits {
  readonly fileMib: number;
  /** For all files of a realm together; null for any number. */
  readonly realmMib: number | null;
  /** For how long files are kept that no message shares. */
  readonly orphanDays: number;
}

const mebibyte = 1024 * 1024;

/** Mebibytes in bytes. */
export const bytesOf = (mib: number): number => mib * mebibyte;

/** A file is larger than the operator lets it be. */
export const fileTooLarge = ({ fileMib }: UploadLimits): ApiError => ({
  code: "FILE_TOO_LARGE",
  message: `File is larger than this server's configured maximum upload size (${fileMib} MiB).`,
});

/** For so long an upload is kept that comes in pieces, from its last piece on. */
export const unfinishedMilliseconds = 24 * 60 * 60 * 1000;
/** So many uploads one user may leave unfinished, with the bytes of this many of the largest files. */
const mostUnfinished = { count: 50, largestFiles: 20 };

const quotaExceeded: ApiError = {
  code: "REALM_UPLOAD_QUOTA",
  message: "Upload would exceed your organization's upload quota.",
};

/** The refusal, where so many bytes more would be too many for the realm. */
export const quotaRefusal = (
  { realmMib }: UploadLimits,
  spaceUsed: number,
  size: number,
): ApiError | undefined =>
  realmMib !== null && spaceUsed + size > bytesOf(realmMib) ? quotaExceeded : undefined;

/** The refusal of a file that comes in one request: it may have all that whole and unfinished files leave. */
export const roomRefusal = (
  limits: UploadLimits,
  { used, reserved }: UploadLoad,
  size: number,
): ApiError | undefined => quotaRefusal(limits, used + reserved, size);

/**
 * The refusal of a file that comes in pieces. Nobody's unfinished uploads take more than half of what the whole files
 * leave, so that others always find room.
 */
export const unfinishedRefusal = (
  limits: UploadLimits,
  load: UploadLoad,
  size: number,
): ApiError | undefined => {
  const { used, own } = load;
  if (
    own.count >= mostUnfinished.count ||
    own.bytes + size > mostUnfinished.largestFiles * bytesOf(limits.fileMib)
  )
    return badRequest("You have too many unfinished uploads.");
  const half = limits.realmMib === null ? Number.POSITIVE_INFINITY : (bytesOf(limits.realmMib) - used) / 2;
  return size > 0 && own.bytes + size > half ? quotaExceeded : roomRefusal(limits, load, size);
};
