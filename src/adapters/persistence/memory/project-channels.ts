import { type ChannelEvent, channelAfter } from "../../../domain/channel-event";
import * as ranges from "../../../domain/id-ranges";
import { pairKey, type RealmTables } from "./tables";
import { insert, namesOf, refuseTaken } from "./unique";

type EventOf<Type extends ChannelEvent["type"]> = Extract<ChannelEvent, { type: Type }>;

/** Changes the rows that follow from what happened to channels and subscriptions. */
export const projectChannels = (tables: RealmTables, event: ChannelEvent): void => {
  switch (event.type) {
    case "channel_revealed":
    case "channel_hidden":
      break;
    case "channel_created":
      refuseTaken("channel name", event.channel.name, namesOf(tables.channels));
      insert("channel", tables.channels, event.channel.id, event.channel);
      break;
    case "channel_changed":
      changeChannel(tables, event);
      break;
    case "default_channels_set":
      tables.defaultChannels.clear();
      for (const id of event.channelIds) if (tables.channels.has(id)) tables.defaultChannels.add(id);
      break;
    case "channel_folders_set":
      tables.channelFolders = event.folders;
      break;
    case "subscribed":
      subscribe(tables, event);
      break;
    case "unsubscribed":
      unsubscribe(tables, event);
      break;
    case "subscriptions_changed":
      changeSubscriptions(tables, event);
      break;
  }
};

const changeChannel = (tables: RealmTables, { channelId, change }: EventOf<"channel_changed">): void => {
  const channel = tables.channels.get(channelId);
  if (channel === undefined) return;
  tables.channels.delete(channelId);
  if (change.name !== undefined) refuseTaken("channel name", change.name, namesOf(tables.channels));
  tables.channels.set(channelId, Object.freeze(channelAfter(channel, change)));
};

const subscribe = (tables: RealmTables, event: EventOf<"subscribed">): void => {
  for (const subscription of event.subscriptions) {
    const key = pairKey(subscription.userId, subscription.channelId);
    const before = tables.subscriptions.get(key)?.received ?? ranges.noIds;
    const received = ranges.union(before, ranges.from(event.firstMessageId));
    tables.subscriptions.set(key, Object.freeze({ ...subscription, received }));
  }
};

const unsubscribe = (tables: RealmTables, event: EventOf<"unsubscribed">): void => {
  for (const userId of event.userIds)
    for (const channelId of event.channelIds) {
      const key = pairKey(userId, channelId);
      const before = tables.subscriptions.get(key);
      if (!before?.isActive) continue;
      const received = ranges.difference(before.received, ranges.from(event.firstMessageId));
      tables.subscriptions.set(key, Object.freeze({ ...before, isActive: false, received }));
      const conversationId = tables.channels.get(channelId)?.conversationId;
      if (conversationId === undefined) continue;
      const read = pairKey(userId, conversationId);
      tables.read.set(read, ranges.union(tables.read.get(read) ?? ranges.noIds, received));
    }
};

const changeSubscriptions = (
  tables: RealmTables,
  { userId, changes }: EventOf<"subscriptions_changed">,
): void => {
  for (const { channelId, change } of changes) {
    const key = pairKey(userId, channelId);
    const before = tables.subscriptions.get(key);
    if (before) tables.subscriptions.set(key, Object.freeze({ ...before, ...change }));
  }
};
