import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { entity } from "../../domain/codec/codec";
import type { ChannelEvent } from "../../domain/events/channel-event";
import { type ChannelId, channelIdCodec, type RealmId, type UserId } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import { statesByConversation } from "../access/message-access";
import { byServer } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { afterMinutes, done, type JobHandler } from "../jobs/job-handler";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./internal/apply-flag";
import { sliceSize, unreadBelow } from "./internal/unread-slices";
import { beyondNewest } from "./shared/message-page";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

interface ArchivedChannel {
  readonly channelId: ChannelId;
  /** The subscriber after whom to go on. */
  readonly after: UserId;
}

/** Subscribers whom one run serves. */
const mostSubscribers = 50;

const job = (archived: ArchivedChannel, dueAt: number): NewJob => ({
  kind: "mark_archived_as_read",
  key: `${archived.channelId}`,
  payload: archived,
  dueAt,
});

type ChannelChanged = Extract<ChannelEvent, { type: "channel_changed" }>;

/** The job that follows from archiving a channel. It begins with the first subscriber, even if an earlier one has not ended. */
export const archivedJobs = (
  { channelId, change, wasArchived }: ChannelChanged,
  now: number,
): readonly NewJob[] =>
  change.isArchived === true && !wasArchived
    ? [{ ...job({ channelId, after: 0 }, now), replaces: true }]
    : [];

/**
 * Marks an archived channel as read for its subscribers, since clients no longer list the channel where they could read it.
 * A run serves a slice of them, and leaves the others to the next job.
 */
export const markArchivedAsRead = (ports: Ports): JobHandler<ArchivedChannel> => ({
  payload: entity<ArchivedChannel>({ channelId: channelIdCodec, after: t.number }),
  atOnce: 1,
  delayAfter: afterMinutes([1, 5, 15, 60]),
  run: async ({ realmId, payload: { channelId, after } }) => {
    const state = await ports.directory.newest(realmId);
    if (state.channels.get(channelId)?.isArchived !== true) return done;
    const left = [...state.subscribers(channelId)].filter((id) => id > after).sort((a, b) => a - b);
    const userIds = left.slice(0, mostSubscribers);
    for (const userId of userIds) await markAsRead(ports, { realmId, userId, channelId });
    const last = userIds.at(-1);
    return last === undefined || left.length === userIds.length
      ? done
      : { kind: "done", next: [job({ channelId, after: last }, ports.clock.now())] };
  },
});

interface Reading {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly channelId: ChannelId;
}

/** Marks one subscriber's unread messages in slices, the newest first. */
const markAsRead = async (
  { inTransaction, messages }: Ports,
  { realmId, userId, channelId }: Reading,
): Promise<void> => {
  let anchor = beyondNewest;
  for (;;) {
    const unread = await unreadBelow(messages, { realmId, userId }, { channelId, anchor });
    const [oldest] = unread;
    if (oldest === undefined) return;
    await inTransaction(byServer(realmId), async (tx) => {
      if (tx.state.channels.get(channelId)?.isArchived !== true) return E.right(undefined);
      const ids = unread.map(({ id }) => id);
      const slice = (await tx.messages.headsOf(realmId, ids)).filter(
        ({ conversation }) => conversation.kind === "channel" && conversation.channelId === channelId,
      );
      const states = await statesByConversation(tx.readStates, realmId, userId, slice);
      await applyFlag({ tx, realmId, userId, op: "add", messages: slice, states }, "read");
      return E.right(undefined);
    });
    if (unread.length < sliceSize) return;
    anchor = oldest.id;
  }
};
