import type { Attachment } from "../../domain/files/attachment";
import type { Result } from "../caller";
import { type AttachmentAccessPorts, attachmentFor, type FileRequester } from "./shared/attachment-access";

/** The attachment, if the requester may read it. Missing and forbidden files fail alike. */
export const findAttachment =
  (ports: AttachmentAccessPorts) =>
  (requester: FileRequester, path: string): Result<Attachment> =>
  () =>
    attachmentFor(ports, requester, path);
