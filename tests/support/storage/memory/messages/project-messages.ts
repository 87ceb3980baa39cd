import { idsIn } from "../../../../../src/domain/collections/compact-ids";
import * as ranges from "../../../../../src/domain/collections/id-ranges";
import type { MessageEvent } from "../../../../../src/domain/events/message-event";
import type { MessageId } from "../../../../../src/domain/ids";
import { type Message, participantsKey } from "../../../../../src/domain/messages/message";
import { withEdit } from "../../../../../src/domain/messages/message-edit";
import { isSameEmoji } from "../../../../../src/domain/messages/reaction";
import { contentFlags, type Flag } from "../../../../../src/domain/messages/read-state";
import { pairKey, type RealmTables, receive } from "../tables";
import { insert, refuseTaken } from "../users/unique";

type EventOf<Type extends MessageEvent["type"]> = Extract<MessageEvent, { type: Type }>;

/** Applies an event about messages. */
export const projectMessages = (tables: RealmTables, event: MessageEvent): void => {
  switch (event.type) {
    case "message_sent":
      insertMessage(tables, event);
      break;
    case "messages_deleted":
      archiveMessages(tables, event);
      break;
    case "reaction_changed":
      changeReactions(tables, event);
      break;
    case "submessage_added":
      changeMessage(tables, event.messageId, (message) => ({
        ...message,
        submessages: [...message.submessages, event.submessage],
      }));
      break;
    case "message_edited":
      editMessage(tables, event);
      break;
    case "message_rendered":
      changeMessage(tables, event.messageId, (message) => ({
        ...message,
        renderedContent: event.renderedContent,
        rendererVersion: event.rendererVersion,
      }));
      break;
    case "messages_moved":
      moveMessages(tables, event);
      break;
    case "messages_restored":
      restoreMessages(tables, event);
      break;
    case "message_flags_changed":
      if (event.flag === "read") changeRead(tables, event);
      else changeMarks(tables, event);
      break;
  }
};

const insertMessage = (tables: RealmTables, event: EventOf<"message_sent">): void => {
  const { message, beginsConversation, flagsByUser } = event;
  const { conversation } = message;
  if (beginsConversation && conversation.kind === "direct") {
    const taken = [...tables.directConversations.values()].map((one) => participantsKey(one.participants));
    refuseTaken("conversation", participantsKey(conversation.participants), taken);
    insert("conversation", tables.directConversations, conversation.id, conversation);
  }
  insert("message", tables.messages, message.id, message);
  if (event.sendKey !== undefined) tables.sendKeys.set(`${message.senderId} ${event.sendKey}`, message.id);
  for (const [userId, flags] of Object.entries(flagsByUser))
    tables.marks.set(pairKey(Number(userId), message.id), [...flags].sort());
  for (const userId of event.readBy === undefined ? [] : idsIn(event.readBy)) {
    const key = pairKey(userId, conversation.id);
    tables.read.set(key, ranges.union(tables.read.get(key) ?? ranges.noIds, ranges.ofIds([message.id])));
  }
};

const archiveMessages = (
  tables: RealmTables,
  { messageIds, deletedAt }: EventOf<"messages_deleted">,
): void => {
  for (const id of messageIds) {
    const message = tables.messages.get(id);
    if (message === undefined) continue;
    const marks = new Map<number, readonly Flag[]>();
    for (const [key, flags] of [...tables.marks]) {
      const [userId, messageId] = key.split(",").map(Number);
      if (messageId !== id || userId === undefined) continue;
      marks.set(userId, flags);
      tables.marks.delete(key);
    }
    tables.messages.delete(id);
    tables.archived.set(id, Object.freeze({ message, deletedAt, marks }));
  }
};

const changeMessage = (tables: RealmTables, id: number, change: (message: Message) => Message): void => {
  const message = tables.messages.get(id);
  if (message) tables.messages.set(id, Object.freeze(change(message)));
};

const editMessage = (
  tables: RealmTables,
  { messageId, content, renderedContent, rendererVersion, edit, flagsByUser }: EventOf<"message_edited">,
): void => {
  changeMessage(tables, messageId, (message) => ({
    ...message,
    content,
    renderedContent,
    rendererVersion,
    edits: withEdit(message.edits, edit),
  }));
  const followsFromContent = (flag: Flag): boolean => contentFlags.some((one) => one === flag);
  for (const [key, flags] of [...tables.marks]) {
    if (!key.endsWith(`,${messageId}`)) continue;
    const remaining = flags.filter((flag) => !followsFromContent(flag));
    if (remaining.length > 0) tables.marks.set(key, remaining);
    else tables.marks.delete(key);
  }
  for (const [userId, flags] of Object.entries(flagsByUser)) {
    const key = pairKey(Number(userId), messageId);
    tables.marks.set(key, [...(tables.marks.get(key) ?? []), ...flags].sort());
  }
};

const changeReactions = (
  tables: RealmTables,
  { op, messageId, reaction }: EventOf<"reaction_changed">,
): void =>
  changeMessage(tables, messageId, (message) => ({
    ...message,
    reactions:
      op === "add"
        ? [...message.reactions, reaction]
        : message.reactions.filter(
            (one) => one.userId !== reaction.userId || !isSameEmoji(one.emoji, reaction.emoji),
          ),
  }));

const moveMessages = (
  tables: RealmTables,
  { messageIds, from, to, edit, edited, lostBy }: EventOf<"messages_moved">,
): void => {
  if (edited) editMessage(tables, edited);
  for (const userId of lostBy) for (const id of messageIds) tables.marks.delete(pairKey(userId, id));
  if (from.conversation.id !== to.conversation.id) carryReadStates(tables, messageIds, from, to);
  for (const id of messageIds)
    changeMessage(tables, id, (message) => ({
      ...message,
      ...to,
      edits: id === edited?.messageId ? message.edits : withEdit(message.edits, edit),
    }));
};

/**
 * Carries read states over when messages move to another channel. Messages stay unread for subscribers who had not
 * read them, and are read for all others. Users not subscribed to the new channel no longer receive them.
 */
const carryReadStates = (
  tables: RealmTables,
  messageIds: readonly MessageId[],
  { conversation: from }: EventOf<"messages_moved">["from"],
  { conversation: to }: EventOf<"messages_moved">["to"],
): void => {
  const moved = ranges.ofIds(messageIds);
  const others = [...tables.messages.values(), ...[...tables.archived.values()].map(({ message }) => message)]
    .filter(({ id, conversation }) => conversation.id === to.id && !messageIds.includes(id))
    .map(({ id }) => id);
  const reaching = ranges.reachingBack(messageIds, others);
  const covered = ranges.normalize(reaching);
  for (const [key, received] of [...tables.received]) {
    const { userId, channelId } = received;
    if (channelId !== to.channelId) continue;
    const isActive = tables.state.subscription(userId, channelId)?.isActive ?? false;
    const before = tables.received.get(pairKey(userId, from.channelId))?.ids ?? ranges.noIds;
    const readBefore = tables.read.get(pairKey(userId, from.id)) ?? ranges.noIds;
    const unread = isActive
      ? ranges.difference(ranges.intersection(before, moved), readBefore)
      : ranges.noIds;
    const change = isActive ? ranges.union : ranges.difference;
    tables.received.set(key, Object.freeze({ ...received, ids: change(received.ids, covered) }));
    const readKey = pairKey(userId, to.id);
    const read = ranges.normalize(reaching.filter(([, end]) => !ranges.includes(unread, end - 1)));
    const kept = ranges.difference(tables.read.get(readKey) ?? ranges.noIds, covered);
    tables.read.set(readKey, ranges.union(kept, read));
  }
};

const restoreMessages = (tables: RealmTables, { messageIds }: EventOf<"messages_restored">): void => {
  for (const id of messageIds) {
    const archived = tables.archived.get(id);
    if (archived === undefined) continue;
    insert("message", tables.messages, id, archived.message);
    for (const [userId, flags] of archived.marks) tables.marks.set(pairKey(userId, id), flags);
    tables.archived.delete(id);
  }
};

const changeRead = (tables: RealmTables, event: EventOf<"message_flags_changed">): void => {
  const change = event.op === "add" ? ranges.union : ranges.difference;
  for (const { conversationId, ids } of event.ranges) {
    const key = pairKey(event.userId, conversationId);
    tables.read.set(key, change(tables.read.get(key) ?? ranges.noIds, ids));
  }
  if (event.op === "add") return;
  // Messages from before the subscription count as received once the user marks them as unread.
  for (const { conversationId, ids } of event.ranges) {
    const channel = [...tables.state.channels.values()].find((one) => one.conversationId === conversationId);
    if (channel === undefined || !tables.state.subscription(event.userId, channel.id)?.isActive) continue;
    receive(tables, event.userId, channel.id, (before) => ranges.union(before, ids));
  }
  // A message that its sender marks as unread is no longer read by virtue of sending it.
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
