import * as t from "io-ts";
import { entity } from "../../domain/codec/codec";
import type { ChannelEvent } from "../../domain/events/channel-event";
import { type ChannelId, channelIdCodec, type UserId } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import type { RealmState } from "../../domain/state/realm-state";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { afterMinutes, done, type JobHandler } from "../jobs/job-handler";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { markReadInSlices } from "./internal/mark-read-in-slices";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

interface ArchivedChannel {
  readonly channelId: ChannelId;
  /** Resume after this subscriber. */
  readonly after: UserId;
}

/** Subscribers per run. */
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

const isArchived = (state: RealmState, channelId: ChannelId): boolean =>
  state.channels.get(channelId)?.isArchived === true;

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
    if (!isArchived(state, channelId)) return done;
    const left = [...state.subscribers(channelId)].filter((id) => id > after).sort((a, b) => a - b);
    const userIds = left.slice(0, mostSubscribers);
    for (const userId of userIds)
      await markReadInSlices(ports, {
        realmId,
        userId,
        narrow: [{ operator: "channel", channelId, negated: false }],
        isWanted: (now) => isArchived(now, channelId),
        includes: ({ conversation }) =>
          conversation.kind === "channel" && conversation.channelId === channelId,
      });
    const last = userIds.at(-1);
    return last === undefined || left.length === userIds.length
      ? done
      : { kind: "done", next: [job({ channelId, after: last }, ports.clock.now())] };
  },
});
