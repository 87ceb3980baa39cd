import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelFolder } from "../../domain/channel-folders/channel-folder";
import { type ChannelFolderError, folderNotEmpty } from "../../domain/channel-folders/refusals";
import type { FolderId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import { changedPart, type EntityUpdate } from "../entity-update";
import type { InTransaction, Transaction } from "../transaction";
import { checkFolderDescription, checkFolderName, findFolder } from "./internal/check-folder";

type FixedField = "id" | "renderedDescription" | "creatorId" | "createdAt";

interface FolderUpdate extends EntityUpdate<ChannelFolder, FixedField> {
  readonly folderId: FolderId;
}

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Renames, describes, archives or unarchives a channel folder. Administrators only. */
export const updateFolder =
  ({ inTransaction }: Ports) =>
  (caller: Caller, update: FolderUpdate): TaskEither<CallerError | ChannelFolderError | InputError, void> =>
    asAdministrator(inTransaction, caller, async (tx, user) => {
      const folder = findFolder(tx.state, update.folderId);
      if (E.isLeft(folder)) return folder;
      const changes = checkUpdate(tx, folder.right, update);
      if (E.isLeft(changes)) return changes;
      const { description } = changes.right;
      const change: Partial<ChannelFolder> = {
        ...changes.right,
        ...(description !== undefined && {
          renderedDescription: description && tx.rendered(description, user).html,
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
      return E.right(undefined);
    });

/** The properties to change. Refuses to archive a folder that has channels. */
const checkUpdate = (
  { state }: Transaction,
  folder: ChannelFolder,
  update: FolderUpdate,
): E.Either<ChannelFolderError | InputError, Partial<ChannelFolder>> => {
  const isArchived = update.isArchived ?? folder.isArchived;
  const hasChannels = [...state.channels.values()].some(({ folderId }) => folderId === folder.id);
  if (update.isArchived && hasChannels) return E.left(folderNotEmpty);
  const isUnarchived = folder.isArchived && !isArchived;
  return pipe(
    E.Do,
    E.bind("name", () =>
      update.name !== undefined || isUnarchived
        ? checkFolderName(state, update.name ?? folder.name, folder.id)
        : E.right(folder.name),
    ),
    E.bindW("description", () => checkFolderDescription(update.description ?? folder.description)),
    E.map((texts): Omit<ChannelFolder, FixedField> => ({ ...texts, isArchived })),
    E.map((values) => changedPart<Omit<ChannelFolder, FixedField>>(folder, values)),
  );
};
