import { isLeft, right } from "fp-ts/Either";
import type { ChannelFolder } from "../../domain/channel-folder";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

/** The folders for channels, in their order. API §2.4. */
export const listFolders =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<readonly ChannelFolder[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    return isLeft(user) ? user : right(state.channelFolders);
  };
