import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelFolder } from "../../domain/channel-folders/channel-folder";
import type { ChannelFolderError } from "../../domain/channel-folders/refusals";
import type { FolderId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkRoom } from "../../domain/policy/creation-limits";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkFolderDescription, checkFolderName } from "./internal/check-folder";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Creates a channel folder at the end of the list. Returns its id. Administrators only. API §4.5. */
export const createFolder =
  ({ inTransaction }: Ports) =>
  (
    caller: Caller,
    input: Pick<ChannelFolder, "name" | "description">,
  ): TaskEither<CallerError | ChannelFolderError | InputError | LimitError, FolderId> =>
    asAdministrator(inTransaction, caller, async (tx, user) => {
      const room = checkRoom(tx.state, "channelFolders", tx.now);
      if (E.isLeft(room)) return room;
      const texts = pipe(
        E.Do,
        E.bind("name", () => checkFolderName(tx.state, input.name)),
        E.bindW("description", () => checkFolderDescription(input.description)),
      );
      if (E.isLeft(texts)) return texts;
      const { description } = texts.right;
      const folder: ChannelFolder = {
        ...texts.right,
        id: tx.newId("channel_folder"),
        renderedDescription: description && tx.rendered(description, user).html,
        isArchived: false,
        creatorId: user.id,
        createdAt: tx.now,
      };
      tx.append({
        type: "channel_folders_set",
        folders: [...tx.state.channelFolders, folder],
        change: { op: "add", folderId: folder.id },
      });
      return E.right(folder.id);
    });
