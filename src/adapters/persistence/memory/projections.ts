import type { RealmEvent } from "../../../domain/event";
import * as ranges from "../../../domain/id-ranges";
import { participantsKey } from "../../../domain/message";
import type { Flag } from "../../../domain/read-state";
import { projectPeople } from "./project-people";
import { pairKey, type RealmTables } from "./storage";
import { insert, namesOf, refuseTaken } from "./unique";

type EventOf<Type extends RealmEvent["type"]> = Extract<RealmEvent, { type: Type }>;

/** Changes the rows that follow from an event. Throws where a database would refuse them. */
export const project = (tables: RealmTables, event: RealmEvent): void => {
  switch (event.type) {
    case "realm_created":
    case "channel_revealed":
      break;
    case "channel_created":
      refuseTaken("channel name", event.channel.name, namesOf(tables.channels));
      insert("channel", tables.channels, event.channel.id, event.channel);
      break;
    case "default_channels_set":
      tables.defaultChannels.clear();
      for (const id of event.channelIds) if (tables.channels.has(id)) tables.defaultChannels.add(id);
      break;
    case "subscribed":
      subscribe(tables, event);
      break;
    case "unsubscribed":
      unsubscribe(tables, event);
      break;
    case "message_sent":
      insertMessage(tables, event);
      break;
    case "messages_deleted":
      deleteMessages(tables, event.messageIds);
      break;
    case "message_flags_changed":
      if (event.flag === "read") changeRead(tables, event);
      else changeMarks(tables, event);
      break;
    default:
      projectPeople(tables, event);
  }
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
    }
};

const insertMessage = (tables: RealmTables, event: EventOf<"message_sent">): void => {
  const { message, beginsConversation, marks } = event;
  const { conversation } = message;
  if (beginsConversation && conversation.kind === "direct") {
    const taken = [...tables.directConversations.values()].map((one) => participantsKey(one.participants));
    refuseTaken("conversation", participantsKey(conversation.participants), taken);
    insert("conversation", tables.directConversations, conversation.id, conversation);
  }
  insert("message", tables.messages, message.id, message);
  for (const [userId, flags] of Object.entries(marks))
    tables.marks.set(pairKey(Number(userId), message.id), [...flags].sort());
};

const deleteMessages = (tables: RealmTables, ids: readonly number[]): void => {
  for (const id of ids) tables.messages.delete(id);
  for (const key of tables.marks.keys())
    if (ids.includes(Number(key.split(",")[1]))) tables.marks.delete(key);
};

const changeRead = (tables: RealmTables, event: EventOf<"message_flags_changed">): void => {
  const change = event.op === "add" ? ranges.union : ranges.difference;
  for (const { conversationId, ids } of event.ranges) {
    const key = pairKey(event.userId, conversationId);
    tables.read.set(key, change(tables.read.get(key) ?? ranges.noIds, ids));
  }
  if (event.op === "add") return;
  // A message that its sender marks unread is no longer read because they wrote it.
  for (const id of event.messageIds) {
    const message = tables.messages.get(id);
    if (message?.senderId === event.userId)
      tables.messages.set(id, Object.freeze({ ...message, readBySender: false }));
  }
};

const changeMarks = (tables: RealmTables, event: EventOf<"message_flags_changed">): void => {
  for (const id of event.messageIds) {
    const key = pairKey(event.userId, id);
    const others = (tables.marks.get(key) ?? []).filter((flag) => flag !== event.flag);
    const flags: readonly Flag[] = event.op === "add" ? [...others, event.flag].sort() : others;
    if (flags.length > 0) tables.marks.set(key, flags);
    else tables.marks.delete(key);
  }
};
