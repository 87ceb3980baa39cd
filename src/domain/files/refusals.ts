import { type ApiError, badRequest, notFound } from "../errors";

export const noSuchFile = notFound("File not found.");
export const notAuthorizedToView = {
  code: "ACCESS_DENIED",
  message: "You are not authorized to view this file.",
} as const satisfies ApiError;
export const invalidAttachment = badRequest("Invalid attachment");
export const invalidLinkToken = badRequest("Invalid token");
export const invalidLinkFileName = badRequest("Invalid filename");
export const noFileGiven = badRequest("You must specify a file to upload");
export const onlyOneFile = badRequest("You may only upload one file at a time");
export const uploadCutOff = badRequest("The upload was cut off");
export const tooManyUnfinishedUploads = badRequest("You have too many unfinished uploads.");
export const tooManyPieces = badRequest(
  "The upload arrived in too many pieces. Begin again, and send larger ones.",
);
/** The file exceeds the operator's limit. */
export const fileTooLarge = (mib: number) =>
  ({
    code: "FILE_TOO_LARGE",
    message: `File is larger than this server's configured maximum upload size (${mib} MiB).`,
  }) as const satisfies ApiError;
/** A picture exceeds the limit of its kind. */
export const pictureTooLarge = (mib: number) =>
  badRequest(`Uploaded file is larger than the allowed limit of ${mib} MiB`);
export const quotaExceeded = {
  code: "REALM_UPLOAD_QUOTA",
  message: "Upload would exceed your organization's upload quota.",
} as const satisfies ApiError;
export const storageFailed = {
  code: "STORAGE_FAILED",
  message: "File storage is unavailable at the moment. Please try again later.",
} as const satisfies ApiError;
