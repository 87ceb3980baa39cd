import { isLeft, right } from "fp-ts/Either";
import type { ChannelFolder } from "../../domain/channel-folder";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { checkFolderDescription, checkFolderName } from "./check-folder";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Makes a folder for channels, after all others; answers with its id. Administrators only. API §4.5. */
export const createFolder =
  ({ inTransaction }: Ports) =>
  (caller: Caller, wanted: Pick<ChannelFolder, "name" | "description">): Result<number> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const name = checkFolderName(tx.state, wanted.name);
      if (isLeft(name)) return name;
      const description = checkFolderDescription(wanted.description);
      if (isLeft(description)) return description;
      const folder: ChannelFolder = {
        id: tx.newId("channel_folder"),
        name: name.right,
        description: description.right,
        renderedDescription: description.right && tx.rendered(description.right).html,
        isArchived: false,
        creatorId: user.right.id,
        createdAt: tx.now,
      };
      tx.append({
        type: "channel_folders_set",
        folders: [...tx.state.channelFolders, folder],
        change: { op: "add", folderId: folder.id },
      });
      return right(folder.id);
    });
