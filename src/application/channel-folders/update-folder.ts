import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { ChannelFolder } from "../../domain/channel-folder";
import { type ApiError, badRequest } from "../../domain/errors";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { changedPart } from "../users/check-settings";
import { checkFolderDescription, checkFolderName, findFolder } from "./check-folder";

/** What is to change of a folder; undefined leaves it. */
interface FolderUpdate {
  readonly folderId: number;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly isArchived: boolean | undefined;
}

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Renames a folder, describes it anew, takes it out of use or back. Administrators only. */
export const updateFolder =
  ({ inTransaction }: Ports) =>
  (caller: Caller, update: FolderUpdate): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const folder = findFolder(tx.state, update.folderId);
      if (isLeft(folder)) return folder;
      const wanted = checkUpdate(tx, folder.right, update);
      if (isLeft(wanted)) return wanted;
      const { description } = wanted.right;
      const change: Partial<ChannelFolder> = {
        ...wanted.right,
        ...(description !== undefined && {
          renderedDescription: description && tx.rendered(description).html,
        }),
      };
      if (Object.keys(change).length > 0)
        tx.append({
          type: "channel_folders_set",
          folders: tx.state.channelFolders.map((one) =>
            one.id === folder.right.id ? { ...one, ...change } : one,
          ),
          change: { op: "update", folderId: folder.right.id, change },
        });
      return right(undefined);
    });

/** A folder goes out of use only when it is empty. */
const checkUpdate = (
  { state }: Transaction,
  folder: ChannelFolder,
  update: FolderUpdate,
): Either<ApiError, Partial<ChannelFolder>> => {
  const isArchived = update.isArchived ?? folder.isArchived;
  const holds = [...state.channels.values()].some(({ folderId }) => folderId === folder.id);
  if (update.isArchived && holds)
    return left(badRequest("You need to remove all the channels from this folder to archive it."));
  const comesBack = folder.isArchived && !isArchived;
  const name =
    update.name !== undefined || comesBack
      ? checkFolderName(state, update.name ?? folder.name, folder.id)
      : right(folder.name);
  if (isLeft(name)) return name;
  const description = checkFolderDescription(update.description ?? folder.description);
  if (isLeft(description)) return description;
  return right(changedPart(folder, { name: name.right, description: description.right, isArchived }));
};
