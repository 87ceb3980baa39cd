import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type ChannelError, noSuchChannelName } from "../../domain/channels/refusals";
import type { RealmId } from "../../domain/ids";
import { byServer } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageArchive } from "../ports/messages/message-archive";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly directory: RealmDirectory;
  readonly archive: MessageArchive;
  readonly inTransaction: InTransaction;
}

interface RestoreFilter {
  /** Unix milliseconds. */
  readonly deletedSince: number;
  /** Undefined for all channels and direct messages. */
  readonly channelName: string | undefined;
}

const batchSize = 1000;

/** Restores deleted messages and returns their number. For operators of the server. */
export const restoreMessages =
  ({ directory, archive, inTransaction }: Ports) =>
  (realmId: RealmId, { deletedSince, channelName }: RestoreFilter): TaskEither<ChannelError, number> =>
  async () => {
    const state = await directory.newest(realmId);
    const channel = channelName === undefined ? undefined : state.channelByName(channelName);
    if (channelName !== undefined && channel === undefined) return E.left(noSuchChannelName(channelName));
    for (let restored = 0; ; ) {
      const ids = await archive.deletedSince(realmId, deletedSince, channel?.conversationId, batchSize);
      if (ids.length === 0) return E.right(restored);
      await inTransaction(byServer(realmId), async (tx) => {
        tx.append({ type: "messages_restored", messageIds: ids });
        return E.right(undefined);
      });
      restored += ids.length;
    }
  };
