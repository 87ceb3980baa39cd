import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type ChannelFolder, channelFolderLimits } from "../../../domain/channel-folders/channel-folder";
import {
  type ChannelFolderError,
  emptyFolderName,
  folderNameTaken,
  folderNameTooLong,
  invalidFolderId,
  invalidFolderNameCharacter,
} from "../../../domain/channel-folders/refusals";
import { checkLength } from "../../../domain/check-length";
import type { FolderId } from "../../../domain/ids";
import { descriptionTooLong, type InputError } from "../../../domain/input-refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { positionOfBadCharacter } from "../../../domain/text/name-characters";
import { isSameName } from "../../../domain/text/same-name";

/** The trimmed name, if it is valid and no other active folder has it. `ownId` is the folder being renamed. */
export const checkFolderName = (
  state: RealmState,
  text: string,
  ownId?: FolderId,
): E.Either<ChannelFolderError | InputError, string> => {
  const name = text.trim();
  if (name === "") return E.left(emptyFolderName);
  const isTaken = state.channelFolders.some(
    (folder) => folder.id !== ownId && !folder.isArchived && isSameName(folder.name, name),
  );
  return pipe(
    checkLength(channelFolderLimits.nameLength, folderNameTooLong)(name),
    E.chainW(checkCharacters),
    E.filterOrElseW(
      () => !isTaken,
      () => folderNameTaken,
    ),
  );
};

const checkCharacters = (name: string): E.Either<ChannelFolderError, string> => {
  const position = positionOfBadCharacter(name);
  return position === undefined ? E.right(name) : E.left(invalidFolderNameCharacter(position));
};

/** A description within the length limit. */
export const checkFolderDescription = checkLength(channelFolderLimits.descriptionLength, descriptionTooLong);

/** The folder with this id. */
export const findFolder = (
  state: RealmState,
  folderId: FolderId,
): E.Either<ChannelFolderError, ChannelFolder> => {
  const folder = state.channelFolders.find(({ id }) => id === folderId);
  return folder ? E.right(folder) : E.left(invalidFolderId);
};
