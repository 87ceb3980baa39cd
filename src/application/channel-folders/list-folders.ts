import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelFolder } from "../../domain/channel-folders/channel-folder";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the channel folders in display order. API §2.4. */
export const listFolders =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): TaskEither<CallerError, readonly ChannelFolder[]> =>
    readAsCaller(directory, caller, async (state) => E.right(state.channelFolders));
