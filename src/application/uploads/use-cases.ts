import type { Workings } from "../workings";
import { addAttachment } from "./add-attachment";
import { listAttachments } from "./list-attachments";
import {
  findAttachment,
  followLink,
  linkTemporarily,
  openAttachment,
  openThumbnail,
} from "./open-attachment";
import { discardFile, receiveFile } from "./receive-file";
import { removeAttachment } from "./remove-attachment";
import { removeOrphans } from "./remove-orphans";
import { removeStrays } from "./remove-strays";
import { beginResumable, continueResumable, discardResumable, findResumable } from "./resumable-upload";

/** Uploaded files. */
export const uploadUseCases = (workings: Workings) => ({
  add: addAttachment(workings),
  beginResumable: beginResumable(workings),
  continueResumable: continueResumable(workings),
  discard: discardFile(workings),
  discardResumable: discardResumable(workings),
  find: findAttachment(workings),
  findResumable: findResumable(workings),
  followLink: followLink(workings),
  linkTemporarily: linkTemporarily(workings),
  list: listAttachments(workings),
  open: openAttachment(workings),
  openThumbnail: openThumbnail(workings),
  receive: receiveFile(workings),
  remove: removeAttachment(workings),
  removeOrphans: removeOrphans(workings),
  removeStrays: removeStrays(workings),
});
