import * as E from "fp-ts/Either";
import { type ChannelFolder, channelFolderLimits } from "../../../domain/channels/channel-folder";
import {
  type ChannelFolderError,
  emptyFolderName,
  folderNameTaken,
  invalidFolderId,
  invalidFolderNameCharacter,
} from "../../../domain/channels/folder-refusals";
import { checkLength } from "../../../domain/check-length";
import type { FolderId } from "../../../domain/ids";
import type { InputError } from "../../../domain/input-refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { sameLook } from "../../../domain/text/look";
import { positionOfBadCharacter } from "../../../domain/text/name-characters";

/** The trimmed name, if it is valid and no other active folder has it. `ownId` is the folder being renamed. */
export const checkFolderName = (
  state: RealmState,
  text: string,
  ownId?: FolderId,
): E.Either<ChannelFolderError | InputError, string> => {
  const name = text.trim();
  if (name === "") return E.left(emptyFolderName);
  const length = checkLength("name", channelFolderLimits.nameLength)(name);
  if (E.isLeft(length)) return length;
  const position = positionOfBadCharacter(name);
  if (position !== undefined) return E.left(invalidFolderNameCharacter(position));
  const isTaken = state.channelFolders.some(
    (folder) => folder.id !== ownId && !folder.isArchived && sameLook(folder.name, name),
  );
  return isTaken ? E.left(folderNameTaken) : E.right(name);
};

/** A description within the length limit. */
export const checkFolderDescription = checkLength("description", channelFolderLimits.descriptionLength);

/** The folder with this id. */
export const findFolder = (
  state: RealmState,
  folderId: FolderId,
): E.Either<ChannelFolderError, ChannelFolder> => {
  const folder = state.channelFolders.find(({ id }) => id === folderId);
  return folder ? E.right(folder) : E.left(invalidFolderId);
};
