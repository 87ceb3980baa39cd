import type { RealmEvent } from "../../../domain/event";
import * as ranges from "../../../domain/id-ranges";
import { isAboutInvitations } from "../../../domain/invitation-event";
import { participantsKey } from "../../../domain/message";
import { isPersonal } from "../../../domain/personal-event";
import { isAboutPush } from "../../../domain/push-event";
import { contentFlags } from "../../../domain/read-state";
import { projectChannels } from "./project-channels";
import { projectInvitations } from "./project-invitations";
import { projectPeople } from "./project-people";
import { projectPersonal } from "./project-personal";
import { projectPush } from "./project-push";
import { addSubmessage, insertSubmessages } from "./project-submessages";
import { insertRows, run, type Sql, toMultirange, toRow, updateRow } from "./rows";

type EventOf<Type extends RealmEvent["type"]> = Extract<RealmEvent, { type: Type }>;

/** Changes the rows that follow from the events. Runs of sent messages are written together. */
export const project = async (sql: Sql, realmId: number, events: readonly RealmEvent[]): Promise<void> => {
  let sent: EventOf<"message_sent">[] = [];
  for (const event of events) {
    if (event.type === "message_sent") {
      sent.push(event);
      continue;
    }
    await insertMessages(sql, realmId, sent);
    sent = [];
    await projectOne(sql, realmId, event);
  }
  await insertMessages(sql, realmId, sent);
};

type Other = Exclude<RealmEvent, { type: "message_sent" }>;

const projectOne = (sql: Sql, realmId: number, event: Other): Promise<void> => {
  if (isPersonal(event)) return projectPersonal(sql, realmId, event);
  if (isAboutInvitations(event)) return projectInvitations(sql, realmId, event);
  if (isAboutPush(event)) return projectPush(sql, realmId, event);
  switch (event.type) {
    case "realm_created":
      return Promise.resolve();
    case "emoji_added":
      return insertRows(sql, "realm_emoji", [{ realm_id: realmId, ...toRow(event.emoji) }]);
    case "emoji_deactivated":
      return updateRow(sql, "realm_emoji", realmId, event.emojiId, { isDeactivated: true });
    case "messages_deleted":
      return archiveMessages(sql, realmId, event);
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
      return event.flag === "read" ? changeRead(sql, realmId, event) : changeMarks(sql, realmId, event);
    case "channel_created":
    case "channel_changed":
    case "channel_revealed":
    case "channel_hidden":
    case "default_channels_set":
    case "channel_folders_set":
    case "subscribed":
    case "unsubscribed":
    case "subscriptions_changed":
      return projectChannels(sql, realmId, event);
    default:
      return projectPeople(sql, realmId, event);
  }
};

/** The row of a sent message. */
export const messageRow = (
  realmId: number,
  { message, sendKey }: EventOf<"message_sent">,
): Record<string, unknown> => {
  const { conversation, submessages, ...own } = message;
  return {
    realm_id: realmId,
    conversation_id: conversation.id,
    channel_id: conversation.kind === "channel" ? conversation.channelId : null,
    ...toRow(own),
    has_submessages: submessages.length > 0,
    send_key: sendKey ?? null,
  };
};

const insertMessages = async (
  sql: Sql,
  realmId: number,
  events: readonly EventOf<"message_sent">[],
): Promise<void> => {
  if (events.length === 0) return;
  await beginConversations(sql, realmId, events);
  await insertRows(
    sql,
    "messages",
    events.map((event) => messageRow(realmId, event)),
  );
  const marked = events.flatMap(({ message, marks }) => markRows(realmId, message.id, marks));
  await insertRows(sql, "message_marks", marked);
  await insertRows(
    sql,
    "bot_calls",
    events.flatMap(({ message: { id, sentAt }, botCalls = [] }) =>
      botCalls.map((call) => ({
        ...{ realm_id: realmId, message_id: id, ...toRow(call) },
        ...{ due_at: sentAt * 1000, failures: 0 },
      })),
    ),
  );
  await insertSubmessages(
    sql,
    realmId,
    events.map(({ message }) => message),
  );
};

const markRows = (
  realmId: number,
  messageId: number,
  marks: EventOf<"message_sent">["marks"],
): readonly Record<string, unknown>[] =>
  Object.entries(marks).flatMap(([userId, flags]) =>
    flags.map((flag) => ({ realm_id: realmId, user_id: Number(userId), flag, message_id: messageId })),
  );

const editMessage = async (
  sql: Sql,
  realmId: number,
  { messageId, content, renderedContent, rendererVersion, edit, marks }: EventOf<"message_edited">,
): Promise<void> => {
  await run(
    sql,
    `UPDATE messages SET content = ?, rendered_content = ?, renderer_version = ?, edits = edits || ?::jsonb
     WHERE realm_id = ? AND id = ?`,
    [content, renderedContent, rendererVersion, JSON.stringify([edit]), realmId, messageId],
  );
  await run(sql, "DELETE FROM message_marks WHERE realm_id = ? AND message_id = ? AND flag = ANY(?)", [
    ...[realmId, messageId, [...contentFlags]],
  ]);
  await insertRows(sql, "message_marks", markRows(realmId, messageId, marks));
};

/** A conversation between people begins with its first message. */
const beginConversations = async (
  sql: Sql,
  realmId: number,
  events: readonly EventOf<"message_sent">[],
): Promise<void> => {
  const begun = events.flatMap(({ message: { conversation }, beginsConversation }) =>
    beginsConversation && conversation.kind === "direct" ? [conversation] : [],
  );
  await insertRows(
    sql,
    "direct_conversations",
    begun.map(({ id, participants }) => ({
      realm_id: realmId,
      id,
      participants_key: participantsKey(participants),
    })),
  );
  await insertRows(
    sql,
    "direct_participants",
    begun.flatMap(({ id, participants }) =>
      participants.map((userId) => ({ realm_id: realmId, user_id: userId, conversation_id: id })),
    ),
  );
};

const messageColumns = `realm_id, id, conversation_id, channel_id, topic, sender_id, content, rendered_content,
  renderer_version, sent_at, client, read_by_sender, reactions, edits, has_submessages, send_key`;

const archiveMessages = (
  sql: Sql,
  realmId: number,
  { messageIds, deletedAt }: EventOf<"messages_deleted">,
): Promise<void> =>
  run(
    sql,
    `WITH gone AS (DELETE FROM messages WHERE realm_id = ? AND id = ANY(?) RETURNING ${messageColumns}),
       marks AS (DELETE FROM message_marks WHERE realm_id = ? AND message_id = ANY(?)
         RETURNING message_id, user_id, flag)
     INSERT INTO archived_messages (${messageColumns}, deleted_at, marks)
     SELECT ${messageColumns}, ?, coalesce(
       (SELECT jsonb_agg(jsonb_build_array(user_id, flag)) FROM marks WHERE message_id = gone.id), '[]')
     FROM gone`,
    [realmId, [...messageIds], realmId, [...messageIds], deletedAt],
  );

const addReaction = (
  sql: Sql,
  realmId: number,
  { messageId, reaction }: EventOf<"reaction_changed">,
): Promise<void> =>
  run(sql, "UPDATE messages SET reactions = reactions || ?::jsonb WHERE realm_id = ? AND id = ?", [
    JSON.stringify([reaction]),
    realmId,
    messageId,
  ]);

const removeReaction = (
  sql: Sql,
  realmId: number,
  { messageId, reaction }: EventOf<"reaction_changed">,
): Promise<void> =>
  run(
    sql,
    `UPDATE messages SET reactions = coalesce(
       (SELECT jsonb_agg(one ORDER BY place) FROM jsonb_array_elements(reactions) WITH ORDINALITY r (one, place)
        WHERE NOT one @> ?::jsonb), '[]')
     WHERE realm_id = ? AND id = ?`,
    [
      JSON.stringify({
        userId: reaction.userId,
        emoji: { code: reaction.emoji.code, kind: reaction.emoji.kind },
      }),
      ...[realmId, messageId],
    ],
  );

const moveMessages = async (
  sql: Sql,
  realmId: number,
  { messageIds, from, to, edit, lostBy }: EventOf<"messages_moved">,
): Promise<void> => {
  if (lostBy.length > 0)
    await run(
      sql,
      "DELETE FROM message_marks WHERE realm_id = ? AND user_id = ANY(?) AND message_id = ANY(?)",
      [...[realmId, [...lostBy], [...messageIds]]],
    );
  if (from.conversation.id !== to.conversation.id)
    await carryReadStates(sql, realmId, messageIds, from.conversation, to.conversation);
  await run(
    sql,
    `UPDATE messages SET conversation_id = ?, channel_id = ?, topic = ?, edits = edits || ?::jsonb
     WHERE realm_id = ? AND id = ANY(?)`,
    [
      ...[to.conversation.id, to.conversation.channelId, to.topic, JSON.stringify([edit])],
      ...[realmId, [...messageIds]],
    ],
  );
};

/**
 * Messages come to another channel as its subscribers had them: who had them unread has them unread there too, all
 * others read. Who is not in that channel has them no more, and nothing is unread in a channel that one has left.
 */
const carryReadStates = async (
  sql: Sql,
  realmId: number,
  messageIds: readonly number[],
  from: EventOf<"messages_moved">["from"]["conversation"],
  to: EventOf<"messages_moved">["to"]["conversation"],
): Promise<void> => {
  const moved = toMultirange(ranges.ofIds(messageIds));
  await run(
    sql,
    `WITH had AS (
       SELECT t.user_id, CASE WHEN t.is_active
         THEN coalesce(f.received, '{}') * ?::int8multirange - coalesce(r.read, '{}') ELSE '{}' END AS unread
       FROM subscriptions t
       LEFT JOIN subscriptions f ON f.realm_id = t.realm_id AND f.user_id = t.user_id AND f.channel_id = ?
       LEFT JOIN read_states r ON r.realm_id = t.realm_id AND r.user_id = t.user_id AND r.conversation_id = ?
       WHERE t.realm_id = ? AND t.channel_id = ?
     ), reached AS (
       UPDATE subscriptions t SET received =
         CASE WHEN t.is_active THEN t.received + ?::int8multirange ELSE t.received - ?::int8multirange END
       WHERE t.realm_id = ? AND t.channel_id = ? AND NOT (t.is_active AND t.received @> ?::int8multirange)
     )
     INSERT INTO read_states (realm_id, user_id, conversation_id, read)
     SELECT ?, user_id, ?, ?::int8multirange - unread FROM had
     ON CONFLICT (realm_id, user_id, conversation_id)
       DO UPDATE SET read = (read_states.read - ?::int8multirange) + excluded.read`,
    [
      ...[moved, from.channelId, from.id, realmId, to.channelId],
      ...[moved, moved, realmId, to.channelId, moved],
      ...[realmId, to.id, moved, moved],
    ],
  );
};

const restoreMessages = (
  sql: Sql,
  realmId: number,
  { messageIds }: EventOf<"messages_restored">,
): Promise<void> =>
  run(
    sql,
    `WITH back AS (DELETE FROM archived_messages WHERE realm_id = ? AND id = ANY(?) RETURNING *),
       marks AS (INSERT INTO message_marks (realm_id, user_id, flag, message_id)
         SELECT realm_id, (mark ->> 0)::bigint, mark ->> 1, id
         FROM back, jsonb_array_elements(back.marks) mark)
     INSERT INTO messages (${messageColumns}) SELECT ${messageColumns} FROM back`,
    [realmId, [...messageIds]],
  );

const changeRead = async (
  sql: Sql,
  realmId: number,
  event: EventOf<"message_flags_changed">,
): Promise<void> => {
  const rows = event.ranges.map(({ conversationId, ids }) => ({
    realm_id: realmId,
    user_id: event.userId,
    conversation_id: conversationId,
    read: toMultirange(ids),
  }));
  if (event.op === "add") {
    await insertRows(
      sql,
      "read_states",
      rows,
      `ON CONFLICT (realm_id, user_id, conversation_id) DO UPDATE SET read = read_states.read + excluded.read`,
    );
    return;
  }
  await sql.raw(
    `UPDATE read_states r SET read = r.read - gone.read
     FROM json_populate_recordset(NULL::read_states, ?::json) gone
     WHERE r.realm_id = gone.realm_id AND r.user_id = gone.user_id AND r.conversation_id = gone.conversation_id`,
    [JSON.stringify(rows)],
  );
  // A message that its sender marks unread is no longer read because they wrote it.
  await sql.raw(
    "UPDATE messages SET read_by_sender = false WHERE realm_id = ? AND id = ANY(?) AND sender_id = ? AND read_by_sender",
    [realmId, [...event.messageIds], event.userId],
  );
};

const changeMarks = async (
  sql: Sql,
  realmId: number,
  event: EventOf<"message_flags_changed">,
): Promise<void> => {
  if (event.op === "add") {
    await insertRows(
      sql,
      "message_marks",
      event.messageIds.map((id) => ({
        realm_id: realmId,
        user_id: event.userId,
        flag: event.flag,
        message_id: id,
      })),
      "ON CONFLICT DO NOTHING",
    );
    return;
  }
  await sql.raw(
    "DELETE FROM message_marks WHERE realm_id = ? AND user_id = ? AND flag = ? AND message_id = ANY(?)",
    [realmId, event.userId, event.flag, [...event.messageIds]],
  );
};
