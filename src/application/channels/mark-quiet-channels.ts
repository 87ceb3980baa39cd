import * as E from "fp-ts/Either";
import { Pace } from "../admission/pace";
import { byServer } from "../caller";
import { isActiveAt, quietBefore } from "../channel-activity/channel-activity";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { ChannelOfRealm, WorkFinder } from "../ports/jobs/work-finder";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly workFinder: WorkFinder;
  readonly singleRunner: SingleRunner;
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

/** Channels read per query. */
const pageSize = 100;

/** Marks channels that had no messages for half a year as inactive. Only one process does it at a time. */
export const markQuietChannels =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const { workFinder, singleRunner, clock } = ports;
    await singleRunner.ifFree("quiet channels", async () => {
      const pace = new Pace(stopping);
      let after: ChannelOfRealm | undefined;
      do {
        const page = await workFinder.quietChannels(quietBefore(clock.now()), after, pageSize);
        for (const place of page) {
          if (stopping?.aborted) return;
          await markQuiet(ports, place);
          await pace.rest();
        }
        after = page.length === pageSize ? page.at(-1) : undefined;
      } while (after !== undefined);
    });
  };

/** Checks again inside the lane, since new messages may have arrived. */
const markQuiet = async ({ inTransaction }: Ports, { realmId, channelId }: ChannelOfRealm): Promise<void> => {
  await inTransaction(byServer(realmId), async (tx) => {
    const channel = tx.state.channels.get(channelId);
    if (channel === undefined || !channel.isRecentlyActive) return E.right(undefined);
    const newest = await tx.messages.newestSentAt(realmId, [channel.conversationId]);
    if (isActiveAt(channel, newest.get(channel.conversationId), tx.now)) return E.right(undefined);
    tx.append({
      type: "channel_changed",
      channelId,
      nameBefore: channel.name,
      wasArchived: channel.isArchived,
      change: { isRecentlyActive: false },
    });
    return E.right(undefined);
  });
};
