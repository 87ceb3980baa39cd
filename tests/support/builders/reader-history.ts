import type { RealmEvent } from "../../../src/domain/events/event";
import {
  aChannel,
  aMessageSent,
  aSubscription,
  channelConversation,
  directConversation,
  flagsChanged,
} from "./entities";

export const inDm = { conversation: directConversation(500, 1, 2), topic: "" };

/** User 1 receives channel 1 from message 2 on, and never subscribed to channel 2. */
export const readerHistory: readonly RealmEvent[] = [
  { type: "channel_created", channel: aChannel({ id: 1 }) },
  { type: "channel_created", channel: aChannel({ id: 2 }) },
  aMessageSent({ id: 1, senderId: 2 }),
  { type: "subscribed", subscriptions: [aSubscription(1, 1)], firstMessageId: 2 },
  aMessageSent({ id: 2, senderId: 2, topic: "Été", sentAt: 100 }),
  aMessageSent({ id: 3, senderId: 2, ...inDm }, { beginsConversation: true }),
  aMessageSent({ id: 4, senderId: 2, conversation: channelConversation(2), sentAt: 200 }),
  aMessageSent({ id: 6, senderId: 1, topic: "éTÉ" }),
  aMessageSent({ id: 7, senderId: 2, sentAt: 300 }),
  aMessageSent({ id: 8, senderId: 1, ...inDm, readBySender: false }),
  flagsChanged({ userId: 1, messageIds: [7], ranges: [{ conversationId: 1001, ids: [[7, 8]] }] }),
];
