import { tooLong } from "../input-refusals";
import { badRequest, type RefusalIn } from "../refusal";

export type ChannelFolderError = RefusalIn<typeof import("./refusals")>;

export const invalidFolderId = badRequest("invalidFolderId", "Invalid channel folder ID");
export const emptyFolderName = badRequest("emptyFolderName", "Channel folder name can't be empty.");
/** `position` counts code points from 1. */
export const invalidFolderNameCharacter = (position: number) =>
  badRequest(
    "invalidFolderNameCharacter",
    `Invalid character in channel folder name, at position ${position}.`,
  );
export const folderNameTaken = badRequest("folderNameTaken", "Channel folder name already in use");
export const folderNotEmpty = badRequest(
  "folderNotEmpty",
  "You need to remove all the channels from this folder to archive it.",
);
export const folderNameTooLong = (limit: number) => tooLong("name", limit);
