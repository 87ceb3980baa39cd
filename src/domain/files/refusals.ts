import { badRequest, notFound, type RefusalIn, refusal } from "../refusal";

export type FileError = RefusalIn<typeof import("./refusals")>;

export const noSuchFile = notFound("noSuchFile", "File not found.");
export const notAuthorizedToView = refusal(
  "notAuthorizedToView",
  "ACCESS_DENIED",
  "You are not authorized to view this file.",
);
export const invalidAttachment = badRequest("invalidAttachment", "Invalid attachment");
export const invalidLinkToken = badRequest("invalidLinkToken", "Invalid token");
export const invalidLinkFileName = badRequest("invalidLinkFileName", "Invalid filename");
export const noFileGiven = badRequest("noFileGiven", "You must specify a file to upload");
export const onlyOneFile = badRequest("onlyOneFile", "You may only upload one file at a time");
export const uploadCutOff = badRequest("uploadCutOff", "The upload was cut off");
export const tooManyUnfinishedUploads = badRequest(
  "tooManyUnfinishedUploads",
  "You have too many unfinished uploads.",
);
export const tooManyPieces = badRequest(
  "tooManyPieces",
  "The upload arrived in too many pieces. Begin again, and send larger ones.",
);
/** The file exceeds the operator's limit. */
export const fileTooLarge = (mib: number) =>
  refusal(
    "fileTooLarge",
    "FILE_TOO_LARGE",
    `File is larger than this server's configured maximum upload size (${mib} MiB).`,
  );
/** A picture exceeds the limit of its kind. */
export const pictureTooLarge = (mib: number) =>
  badRequest("pictureTooLarge", `Uploaded file is larger than the allowed limit of ${mib} MiB`);
export const quotaExceeded = refusal(
  "quotaExceeded",
  "REALM_UPLOAD_QUOTA",
  "Upload would exceed your organization's upload quota.",
);
export const storageFailed = refusal(
  "storageFailed",
  "STORAGE_FAILED",
  "File storage is unavailable at the moment. Please try again later.",
);
