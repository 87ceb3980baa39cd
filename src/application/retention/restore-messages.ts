import { isLeft, left, right } from "fp-ts/Either";
import { noSuchChannelName } from "../../domain/errors";
import { byServer, type Result } from "../caller";
import type { MessageArchive } from "../ports/message-archive";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly directory: RealmDirectory;
  readonly archive: MessageArchive;
  readonly inTransaction: InTransaction;
}

interface RestoreWanted {
  /** Unix milliseconds. */
  readonly deletedSince: number;
  /** Undefined for all channels and direct messages. */
  readonly channelName: string | undefined;
}

const batchSize = 1000;

/** Brings deleted messages back, for whoever runs the server; answers with how many. */
export const restoreMessages =
  ({ directory, archive, inTransaction }: Ports) =>
  (realmId: number, { deletedSince, channelName }: RestoreWanted): Result<number> =>
  async () => {
    const state = await directory.of(realmId);
    const channel = channelName === undefined ? undefined : state.channelByName(channelName);
    if (channelName !== undefined && channel === undefined) return left(noSuchChannelName(channelName));
    for (let restored = 0; ; ) {
      const ids = await archive.deletedSince(realmId, deletedSince, channel?.conversationId, batchSize);
      if (ids.length === 0) return right(restored);
      const outcome = await inTransaction(byServer(realmId), (tx) => async () => {
        tx.append({ type: "messages_restored", messageIds: ids });
        return right(undefined);
      })();
      if (isLeft(outcome)) return outcome;
      restored += ids.length;
    }
  };
