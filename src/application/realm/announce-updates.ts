import * as E from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import { latestUpdate, serverUpdates } from "../../domain/realm/server-update";
import { Pace } from "../admission/pace";
import { byServer } from "../caller";
import { topicFor } from "../channels/shared/channel-notices";
import { postNotice, prepareNotice } from "../notices/notice";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { WorkFinder } from "../ports/jobs/work-finder";
import type { InTransaction, Transaction } from "../transaction";

interface Ports {
  readonly workFinder: WorkFinder;
  readonly singleRunner: SingleRunner;
  readonly inTransaction: InTransaction;
}

/** Organizations read per query. */
const pageSize = 100;
const updatesTopic = "Parley updates";

/**
 * Posts news of server updates in organizations with a channel for them. Only one process does it at a time. Each update
 * is posted once: the messages and the organization's place in the list are one commit.
 */
export const announceUpdates =
  ({ workFinder, singleRunner, inTransaction }: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    await singleRunner.ifFree("announcing updates", async () => {
      const pace = new Pace(stopping);
      let after: RealmId | undefined = 0;
      do {
        const page: readonly RealmId[] = await workFinder.behindOnUpdates(latestUpdate, after, pageSize);
        for (const realmId of page) {
          if (stopping?.aborted) return;
          await inTransaction(byServer(realmId), async (tx) => E.right(announce(tx)));
          await pace.rest();
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
      postNotice(tx, channel, topicFor(channel, updatesTopic), prepareNotice(tx, text, "server"));
  tx.append({ type: "realm_changed", change: { settings: { announcedUpdate: latestUpdate } } });
};
