import type { Channel } from "../../domain/channel";
import type { ChannelHistory } from "../../domain/channel-event";
import { weeklyTraffic } from "../../domain/channel-traffic";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { Transaction } from "../transaction";
import type { ChannelTraffic, MessageCounts } from "./channel-traffic";

/** A channel with what its messages tell of it. */
export interface ChannelActivity {
  readonly channel: Channel;
  readonly firstMessageId: number | null;
  readonly isRecentlyActive: boolean;
  /** Messages a week; null where that can't be told. */
  readonly weeklyTraffic: number | null;
}

/** A channel without messages. */
export const noActivity = { firstMessageId: null, isRecentlyActive: true, weeklyTraffic: null } as const;

const recentSeconds = 180 * 86_400;

/** A channel counts as recently active half a year after its making or its newest message. */
export const isActiveAt = (channel: Channel, newestSentAt: number | undefined, now: number): boolean =>
  now / 1000 - Math.max(newestSentAt ?? 0, channel.createdAt / 1000) < recentSeconds;

/** In Unix seconds: channels without a message since are quiet, if they were made before. */
export const quietBefore = (now: number): number => Math.floor(now / 1000) - recentSeconds;

/** Tells clients that something happens again in a channel that was quiet. It asks storage nothing. */
export const wakeChannel = (tx: Pick<Transaction, "append" | "state">, channelId: number): void => {
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

/** What storage tells of the messages of channels, by conversation id. */
export interface ChannelMessages {
  readonly firstMessageIds: ReadonlyMap<number, number>;
  /** Unix seconds. */
  readonly newestSentAt: ReadonlyMap<number, number>;
  readonly counts: MessageCounts;
}

/** What a channel's messages tell of it; `now` is in Unix milliseconds. */
export const activityOf = (channel: Channel, messages: ChannelMessages, now: number): ChannelActivity => {
  const { conversationId } = channel;
  return {
    channel,
    firstMessageId: messages.firstMessageIds.get(conversationId) ?? null,
    isRecentlyActive: isActiveAt(channel, messages.newestSentAt.get(conversationId), now),
    weeklyTraffic: weeklyTraffic(messages.counts.get(conversationId) ?? 0, channel.createdAt, now),
  };
};

interface Ports {
  readonly messages: MessageReader;
  readonly traffic: ChannelTraffic;
  readonly clock: Clock;
}

/** Channels with what their messages tell of them. */
export const withActivity = async (
  { messages, traffic, clock }: Ports,
  realmId: number,
  channels: readonly Channel[],
): Promise<readonly ChannelActivity[]> => {
  if (channels.length === 0) return [];
  const conversationIds = channels.map(({ conversationId }) => conversationId);
  const read = {
    firstMessageIds: await messages.firstIds(realmId, conversationIds),
    newestSentAt: await messages.newestSentAt(realmId, conversationIds),
    counts: await traffic.of(realmId),
  };
  return channels.map((channel) => activityOf(channel, read, clock.now()));
};

/** For an event: by channel id, the channels that have messages. */
export const historyOf = async (
  messages: Pick<MessageReader, "firstIds" | "newestSentAt">,
  realmId: number,
  channels: readonly Channel[],
  now: number,
): Promise<Readonly<Record<string, ChannelHistory>>> => {
  if (channels.length === 0) return {};
  const conversationIds = channels.map(({ conversationId }) => conversationId);
  const first = await messages.firstIds(realmId, conversationIds);
  const newest = await messages.newestSentAt(realmId, conversationIds);
  return Object.fromEntries(
    channels.flatMap((channel) => {
      const firstMessageId = first.get(channel.conversationId);
      const isRecentlyActive = isActiveAt(channel, newest.get(channel.conversationId), now);
      return firstMessageId === undefined ? [] : [[channel.id, { firstMessageId, isRecentlyActive }]];
    }),
  );
};
