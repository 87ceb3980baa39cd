import type { ApiError } from "../../domain/errors";

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

/** The refusal, where so many bytes more would be too many for the realm. */
export const quotaRefusal = (
  { realmMib }: UploadLimits,
  spaceUsed: number,
  size: number,
): ApiError | undefined =>
  realmMib !== null && spaceUsed + size > bytesOf(realmMib)
    ? { code: "REALM_UPLOAD_QUOTA", message: "Upload would exceed your organization's upload quota." }
    : undefined;
