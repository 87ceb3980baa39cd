import type { Channel } from "../../domain/channels/channel";
import { weeklyTraffic } from "../../domain/channels/channel-traffic";
import type { ChannelHistory } from "../../domain/events/channel-event";
import type { ChannelId, ConversationId, MessageId, RealmId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import { secondsIn } from "../../domain/units/time";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";
import type { Transaction } from "../transaction";
import type { ChannelTraffic, MessageCounts } from "./channel-traffic";
import type { KnownMessageSpans, MessageSpans } from "./known-message-spans";

/** A channel with the activity that its messages show. */
export interface ChannelActivity {
  readonly channel: Channel;
  readonly firstMessageId: MessageId | null;
  readonly isRecentlyActive: boolean;
  /** Messages per week; null if unknown. */
  readonly weeklyTraffic: number | null;
}

/** Activity of a channel without messages. */
export const noActivity = { firstMessageId: null, isRecentlyActive: true, weeklyTraffic: null } as const;

const recentSeconds = 180 * secondsIn.day;

/**
 * Whether the channel is recently active: created, or last written to, within half a year. `newestSentAt` is in Unix
 * seconds, `now` in Unix milliseconds.
 */
export const isActiveAt = (channel: Channel, newestSentAt: number | undefined, now: number): boolean =>
  now / 1000 - Math.max(newestSentAt ?? 0, channel.createdAt / 1000) < recentSeconds;

/** A channel created before this time, and without messages since, is quiet. Unix seconds. */
export const quietBefore = (now: number): number => Math.floor(now / 1000 - recentSeconds);

/** Marks a quiet channel as active again. Reads nothing from storage. */
export const markChannelActive = (tx: Pick<Transaction, "append" | "state">, channelId: ChannelId): void => {
  const channel = tx.state.channels.get(channelId);
  if (channel === undefined || channel.isRecentlyActive) return;
  tx.append({
    type: "channel_changed",
    channelId,
    nameBefore: channel.name,
    wasArchived: channel.isArchived,
    change: { isRecentlyActive: true },
  });
};

/** Facts about channels' messages, by conversation id. */
export interface ChannelMessages extends MessageSpans {
  readonly counts: MessageCounts;
}

/** The activity of one channel. `now` is in Unix milliseconds. */
export const channelActivity = (
  channel: Channel,
  messages: ChannelMessages,
  now: number,
): ChannelActivity => {
  const { conversationId } = channel;
  return {
    channel,
    firstMessageId: messages.firstMessageIds.get(conversationId) ?? null,
    isRecentlyActive: isActiveAt(channel, messages.newestSentAt.get(conversationId), now),
    weeklyTraffic: weeklyTraffic(messages.counts.get(conversationId) ?? 0, channel.createdAt, now),
  };
};

/**
 * Reads where channels' messages begin and end. New channels are active even without messages, so their newest messages aren't
 * looked up.
 */
const readSpans = async (
  messages: Pick<MessageReader, "firstIds" | "newestSentAt">,
  realmId: RealmId,
  channels: readonly Channel[],
  now: number,
): Promise<MessageSpans> => {
  const old = channels.filter((channel) => !isActiveAt(channel, undefined, now));
  return {
    firstMessageIds: await messages.firstIds(realmId, channels.map(conversationOf)),
    newestSentAt:
      old.length === 0 ? new Map() : await messages.newestSentAt(realmId, old.map(conversationOf)),
  };
};

const conversationOf = ({ conversationId }: Channel): ConversationId => conversationId;

interface Ports {
  readonly messageSpans: KnownMessageSpans;
  readonly traffic: ChannelTraffic;
  readonly clock: Clock;
}

/** What channels' messages show of the channels in a state. Spans may be newer than the state, and counts hours older. */
export const channelMessagesOf = async (
  { messageSpans, traffic }: Pick<Ports, "messageSpans" | "traffic">,
  state: RealmState,
): Promise<ChannelMessages> => ({
  ...(await messageSpans.of(state)),
  counts: await traffic.recentCounts(state.realm.id),
});

/** The activity of some channels of a state, in the given order. */
export const readActivities = async (
  ports: Ports,
  state: RealmState,
  channels: readonly Channel[],
): Promise<readonly ChannelActivity[]> => {
  if (channels.length === 0) return [];
  const read = await channelMessagesOf(ports, state);
  const now = ports.clock.now();
  return channels.map((channel) => channelActivity(channel, read, now));
};

/** What events record of channels that have messages, by channel id. */
export const readHistories = async (
  messages: Pick<MessageReader, "firstIds" | "newestSentAt">,
  realmId: RealmId,
  channels: readonly Channel[],
  now: number,
): Promise<Readonly<Record<string, ChannelHistory>>> => {
  if (channels.length === 0) return {};
  const { firstMessageIds, newestSentAt } = await readSpans(messages, realmId, channels, now);
  return Object.fromEntries(
    channels.flatMap((channel) => {
      const firstMessageId = firstMessageIds.get(channel.conversationId);
      const isRecentlyActive = isActiveAt(channel, newestSentAt.get(channel.conversationId), now);
      return firstMessageId === undefined ? [] : [[channel.id, { firstMessageId, isRecentlyActive }]];
    }),
  );
};
