import { right } from "fp-ts/Either";
import { latestUpdate, serverUpdates } from "../../domain/server-update";
import { byServer } from "../caller";
import { topicFor } from "../channels/channel-notices";
import { postNotice, prepareNotice } from "../messages/notice";
import type { SingleRunner } from "../ports/single-runner";
import type { WorkFinder } from "../ports/work-finder";
import type { InTransaction, Transaction } from "../transaction";

interface Ports {
  readonly workFinder: WorkFinder;
  readonly singleRunner: SingleRunner;
  readonly inTransaction: InTransaction;
}

/** How many organizations are looked up at a time. */
const pageSize = 100;
const updatesTopic = "Parley updates";

/**
 * Tells organizations that have a channel for it what an upgrade brought. One process at a time does it. Each is told
 * once: the messages, and up to where it has been told, are one commit.
 */
export const announceUpdates =
  ({ workFinder, singleRunner, inTransaction }: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    await singleRunner.ifFree("announcing updates", async () => {
      let after: number | undefined = 0;
      do {
        const page: readonly number[] = await workFinder.behindOnUpdates(latestUpdate, after, pageSize);
        for (const realmId of page) {
          if (stopping?.aborted) return;
          await inTransaction(byServer(realmId), (tx) => async () => right(announce(tx)))();
        }
        after = page.length === pageSize ? page.at(-1) : undefined;
      } while (after !== undefined);
    });
  };

const announce = (tx: Transaction): void => {
  const { announcedUpdate, serverUpdateAnnouncementsChannelId: channelId } = tx.state.realm.settings;
  if (channelId === null || announcedUpdate >= latestUpdate) return;
  const channel = tx.state.channels.get(channelId);
  if (channel !== undefined && !channel.isArchived)
    for (const { text } of serverUpdates.slice(announcedUpdate))
      postNotice(tx, channel, topicFor(channel, updatesTopic), prepareNotice(tx, text), nobody);
  tx.append({ type: "realm_changed", change: { settings: { announcedUpdate: latestUpdate } } });
};

const nobody = { userId: 0, receivesIt: false };
