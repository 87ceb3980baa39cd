import type { RealmEvent } from "../../../domain/event";
import * as ranges from "../../../domain/id-ranges";
import type { RealmState } from "../../../domain/realm-state";
import { pairKey, type RealmTables, receive } from "./tables";

/** Changes what of channels' messages reaches whom, after the state has taken the event. */
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

/** What was there counts as read once somebody has left. */
const leave = (
  tables: RealmTables,
  before: RealmState,
  userId: number,
  channelId: number,
  firstMessageId: number,
): void => {
  if (!before.subscription(userId, channelId)?.isActive) return;
  receive(tables, userId, channelId, (before) => ranges.difference(before, ranges.from(firstMessageId)));
  const conversationId = tables.state.channels.get(channelId)?.conversationId;
  if (conversationId === undefined) return;
  const read = pairKey(userId, conversationId);
  const received = tables.received.get(pairKey(userId, channelId))?.ids ?? ranges.noIds;
  tables.read.set(read, ranges.union(tables.read.get(read) ?? ranges.noIds, received));
};
