import type { MessageEvent } from "../../../../domain/events/message-event";
import type { MessageId, RealmId } from "../../../../domain/ids";
import { participantsKey } from "../../../../domain/messages/message";
import { editLimits, editSize } from "../../../../domain/messages/message-edit";
import { contentFlags, storedFlags } from "../../../../domain/messages/read-state";
import { editsSize } from "../database/edits-size";
import { insertRows, run, type Sql } from "../database/rows";
import { restoreMessages } from "./project-archive";
import { addReaction, removeReaction } from "./project-reactions";
import { carryReadStates, markReadAtOnce, removeRead } from "./project-read-states";
import { addSubmessage, insertSubmessages } from "./project-submessages";

type EventOf<Type extends MessageEvent["type"]> = Extract<MessageEvent, { type: Type }>;

/** Applies an event about messages that were already sent. */
export const projectMessages = (
  sql: Sql,
  realmId: RealmId,
  event: Exclude<MessageEvent, { type: "message_sent" | "messages_deleted" }>,
): Promise<void> => {
  switch (event.type) {
    case "reaction_changed":
      return event.op === "add" ? addReaction(sql, realmId, event) : removeReaction(sql, realmId, event);
    case "submessage_added":
      return addSubmessage(sql, realmId, event);
    case "message_edited":
      return editMessage(sql, realmId, event);
    case "message_rendered":
      return run(
        sql,
        "UPDATE messages SET rendered_content = ?, renderer_version = ? WHERE realm_id = ? AND id = ?",
        [event.renderedContent, event.rendererVersion, realmId, event.messageId],
      );
    case "messages_moved":
      return moveMessages(sql, realmId, event);
    case "messages_restored":
      return restoreMessages(sql, realmId, event);
    case "message_flags_changed":
      return event.flag === "read" ? removeRead(sql, realmId, event) : changeFlags(sql, realmId, event);
  }
};

/** The row of a sent message. */
export const messageRow = (
  realmId: RealmId,
  { message, sendKey }: EventOf<"message_sent">,
): Record<string, unknown> => {
  const { conversation } = message;
  return {
    realm_id: realmId,
    id: message.id,
    conversation_id: conversation.id,
    channel_id: conversation.kind === "channel" ? conversation.channelId : null,
    topic: message.topic,
    sender_id: message.senderId,
    content: message.content,
    rendered_content: message.renderedContent,
    renderer_version: message.rendererVersion,
    sent_at: message.sentAt,
    client: message.client,
    read_by_sender: message.readBySender,
    reactions: message.reactions,
    edits: message.edits,
    reaction_count: message.reactions.length || null,
    edit_count: message.edits.length || null,
    participant_count: conversation.kind === "direct" ? conversation.participants.length : null,
    has_submessages: message.submessages.length > 0,
    send_key: sendKey ?? null,
  };
};

/** Inserts sent messages in bulk. */
export const insertMessages = async (
  sql: Sql,
  realmId: RealmId,
  events: readonly EventOf<"message_sent">[],
): Promise<void> => {
  if (events.length === 0) return;
  await beginConversations(sql, realmId, events);
  await insertRows(
    sql,
    "messages",
    realmId,
    events.map((event) => messageRow(realmId, event)),
  );
  const rows = events.flatMap(({ message, flagsByUser }) => flagRows(realmId, message.id, flagsByUser));
  await insertRows(sql, "message_marks", realmId, rows);
  for (const event of events) await markReadAtOnce(sql, realmId, event);
  await insertSubmessages(
    sql,
    realmId,
    events.map(({ message }) => message),
  );
};

/** Creates direct conversations with their first message. */
const beginConversations = async (
  sql: Sql,
  realmId: RealmId,
  events: readonly EventOf<"message_sent">[],
): Promise<void> => {
  const newConversations = events.flatMap(({ message: { conversation }, beginsConversation }) =>
    beginsConversation && conversation.kind === "direct" ? [conversation] : [],
  );
  await insertRows(
    sql,
    "direct_conversations",
    realmId,
    newConversations.map(({ id, participants }) => ({
      id,
      participants_key: participantsKey(participants),
    })),
  );
  await insertRows(
    sql,
    "direct_participants",
    realmId,
    newConversations.flatMap(({ id, participants }) =>
      participants.map((userId) => ({ user_id: userId, conversation_id: id })),
    ),
  );
};

/** The rows of the flags with which a message was sent. */
export const flagRows = (
  realmId: RealmId,
  messageId: MessageId,
  flagsByUser: EventOf<"message_sent">["flagsByUser"],
): readonly Record<string, unknown>[] =>
  Object.entries(flagsByUser).flatMap(([userId, flags]) =>
    storedFlags(flags).map((flag) => ({
      realm_id: realmId,
      user_id: Number(userId),
      flag,
      message_id: messageId,
    })),
  );

/** The edits that stay when another one comes, as in the domain's `withEdit`: a full history drops the oldest move after the first. */
const staying = `CASE WHEN jsonb_array_length(edits) < ${editLimits.entries} THEN edits
  ELSE coalesce(edits - (
    SELECT (place - 1)::int FROM jsonb_array_elements(edits) WITH ORDINALITY e (one, place)
    WHERE one -> 'content' IS NULL ORDER BY place OFFSET 1 LIMIT 1), edits)
  END`;

const withEdit = `${staying} || ?::jsonb`;

/** The number of edits after `withEdit`. Not one more than the stored number, which may lack edits by the version before. */
const countWithEdit = `jsonb_array_length(${staying}) + 1`;

const editMessage = async (
  sql: Sql,
  realmId: RealmId,
  { messageId, content, renderedContent, rendererVersion, edit, flagsByUser }: EventOf<"message_edited">,
): Promise<void> => {
  await run(
    sql,
    `UPDATE messages SET content = ?, rendered_content = ?, renderer_version = ?, edits = ${withEdit},
       edits_size = ${editsSize("edits")} + ?, edit_count = ${countWithEdit}
     WHERE realm_id = ? AND id = ?`,
    [content, renderedContent, rendererVersion, JSON.stringify([edit]), editSize(edit), realmId, messageId],
  );
  await run(sql, "DELETE FROM message_marks WHERE realm_id = ? AND message_id = ? AND flag = ANY(?)", [
    realmId,
    messageId,
    storedFlags(contentFlags),
  ]);
  await insertRows(sql, "message_marks", realmId, flagRows(realmId, messageId, flagsByUser));
};

const moveMessages = async (
  sql: Sql,
  realmId: RealmId,
  { messageIds, from, to, edit, edited, lostBy }: EventOf<"messages_moved">,
): Promise<void> => {
  if (edited) await editMessage(sql, realmId, edited);
  if (lostBy.length > 0)
    await run(
      sql,
      "DELETE FROM message_marks WHERE realm_id = ? AND user_id = ANY(?) AND message_id = ANY(?)",
      [realmId, [...lostBy], [...messageIds]],
    );
  if (from.conversation.id !== to.conversation.id)
    await carryReadStates(sql, realmId, messageIds, from.conversation, to.conversation);
  await run(
    sql,
    `UPDATE messages SET conversation_id = ?, channel_id = ?, topic = ?,
       edits = CASE WHEN id = ? THEN edits ELSE ${withEdit} END,
       edit_count = CASE WHEN id = ? THEN edit_count ELSE ${countWithEdit} END
     WHERE realm_id = ? AND id = ANY(?)`,
    [
      to.conversation.id,
      to.conversation.channelId,
      to.topic,
      edited?.messageId ?? null,
      JSON.stringify([edit]),
      edited?.messageId ?? null,
      realmId,
      [...messageIds],
    ],
  );
};

const changeFlags = async (
  sql: Sql,
  realmId: RealmId,
  event: EventOf<"message_flags_changed">,
): Promise<void> => {
  if (event.op === "add") {
    await insertRows(
      sql,
      "message_marks",
      realmId,
      event.messageIds.map((id) => ({
        user_id: event.userId,
        flag: event.flag,
        message_id: id,
      })),
      "ON CONFLICT DO NOTHING",
    );
    return;
  }
  await run(
    sql,
    "DELETE FROM message_marks WHERE realm_id = ? AND user_id = ? AND flag = ? AND message_id = ANY(?)",
    [realmId, event.userId, event.flag, [...event.messageIds]],
  );
};
