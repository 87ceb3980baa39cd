import { type Either, left, right } from "fp-ts/Either";
import { type ChannelFolder, channelFolderLimits } from "../../domain/channel-folder";
import { type ApiError, badRequest } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { reordersText } from "../../domain/reordering";

const tooLong = (name: string, limit: number): ApiError =>
  badRequest(`${name} is too long (limit: ${limit} characters)`);

/** A folder's name as it is kept, if no other folder in use has it. */
export const checkFolderName = (
  state: RealmState,
  wanted: string,
  ownId?: number,
): Either<ApiError, string> => {
  const name = wanted.trim();
  if (name === "") return left(badRequest("Channel folder name can't be empty."));
  if ([...name].length > channelFolderLimits.nameLength)
    return left(tooLong("name", channelFolderLimits.nameLength));
  const position = [...name].findIndex(
    (character) => /[\p{Cc}\p{Cs}\p{Cn}]/u.test(character) || reordersText(character),
  );
  if (position >= 0)
    return left(badRequest(`Invalid character in channel folder name, at position ${position + 1}.`));
  const isTaken = state.channelFolders.some(
    (folder) => folder.id !== ownId && !folder.isArchived && folder.name.toLowerCase() === name.toLowerCase(),
  );
  return isTaken ? left(badRequest("Channel folder name already in use")) : right(name);
};

/** A description that a folder may have. */
export const checkFolderDescription = (description: string): Either<ApiError, string> =>
  [...description].length > channelFolderLimits.descriptionLength
    ? left(tooLong("description", channelFolderLimits.descriptionLength))
    : right(description);

/** The folder of that id. */
export const findFolder = (state: RealmState, folderId: number): Either<ApiError, ChannelFolder> => {
  const folder = state.channelFolders.find(({ id }) => id === folderId);
  return folder ? right(folder) : left(badRequest("Invalid channel folder ID"));
};
