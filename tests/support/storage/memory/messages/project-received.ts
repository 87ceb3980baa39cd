import * as ranges from "../../../../../src/domain/collections/id-ranges";
import type { RealmEvent } from "../../../../../src/domain/events/event";
import type { ChannelId, MessageId, UserId } from "../../../../../src/domain/ids";
import type { RealmState } from "../../../../../src/domain/state/realm-state";
import { pairKey, type RealmTables, receive } from "../tables";

/** Updates which channel messages users receive, after the state has applied the event. */
export const projectReceived = (tables: RealmTables, before: RealmState, event: RealmEvent): void => {
  switch (event.type) {
    case "subscribed":
      for (const { userId, channelId } of event.subscriptions)
        receive(tables, userId, channelId, (before) =>
          ranges.union(before, ranges.from(event.firstMessageId)),
        );
      break;
    case "unsubscribed":
      for (const userId of event.userIds)
        for (const channelId of event.channelIds)
          leave(tables, before, userId, channelId, event.firstMessageId);
      break;
    case "user_deactivated":
      for (const { channelId, isActive } of tables.state.subscriptionsOf(event.userId))
        if (isActive)
          receive(tables, event.userId, channelId, (before) =>
            ranges.difference(before, ranges.from(event.firstMessageId)),
          );
      break;
    case "user_reactivated":
      for (const { channelId, isActive } of tables.state.subscriptionsOf(event.userId))
        if (isActive)
          receive(tables, event.userId, channelId, (before) =>
            ranges.union(before, ranges.from(event.firstMessageId)),
          );
      break;
  }
};

/** Unsubscribes a user. Everything received so far counts as read. */
const leave = (
  tables: RealmTables,
  before: RealmState,
  userId: UserId,
  channelId: ChannelId,
  firstMessageId: MessageId,
): void => {
  if (!before.subscription(userId, channelId)?.isActive) return;
  receive(tables, userId, channelId, (before) => ranges.difference(before, ranges.from(firstMessageId)));
  const conversationId = tables.state.channels.get(channelId)?.conversationId;
  if (conversationId === undefined) return;
  const read = pairKey(userId, conversationId);
  const received = tables.received.get(pairKey(userId, channelId))?.ids ?? ranges.noIds;
  tables.read.set(read, ranges.union(tables.read.get(read) ?? ranges.noIds, received));
};
