import type { MessagePlace } from "../../../../application/ports/messages/message-scope";
import { entity, listOf } from "../../../../domain/codec/codec";
import {
  type ChannelId,
  type ConversationId,
  type MessageId,
  type UserId,
  userIdCodec,
} from "../../../../domain/ids";
import {
  type Message,
  type MessageHead,
  messageCodec,
  messageHeadCodec,
} from "../../../../domain/messages/message";
import { partSizes } from "../../../../domain/messages/message-size";
import { editsSize } from "../database/edits-size";
import { participantCount } from "../database/participant-count";
import { decoded } from "../database/rows";

/** A row of `messages` with its conversation. Each query selects the columns it needs. */
export interface MessageRow {
  readonly id: MessageId;
  readonly conversation_id: ConversationId;
  readonly channel_id: ChannelId | null;
  readonly participants_key: string | null;
  readonly topic: string;
  readonly sender_id: UserId;
  readonly content: string;
  readonly rendered_content: string;
  readonly renderer_version: number;
  readonly sent_at: number;
  readonly client: string;
  readonly read_by_sender: boolean;
  readonly reactions: unknown;
  readonly edits: unknown;
  readonly submessages: unknown;
}

/** All columns of messages `m`. Takes `:realmId`, like all of the following that read another table. */
export const allColumns = `m.id, m.conversation_id, m.channel_id, m.topic, m.sender_id, m.content, m.rendered_content,
  m.renderer_version, m.sent_at, m.client, m.read_by_sender, m.reactions, m.edits,
  CASE WHEN m.has_submessages THEN (
    SELECT jsonb_agg(jsonb_build_object('id', s.id, 'senderId', s.sender_id, 'kind', s.kind, 'content', s.content)
      ORDER BY s.id)
    FROM submessages s WHERE s.realm_id = :realmId AND s.message_id = m.id) END AS submessages`;

/**
 * A number that was counted when the message was written. Never below zero, whatever nodes of the version before left there: a page ends
 * where the sizes so far reach its limit, so a negative size would leave messages out before others that it has.
 */
const counted = (column: string): string => `greatest(m.${column}, 0)`;

/** Null: never counted. Most messages have no edits, and comparing is faster than counting none. */
const sizeOfEdits = `CASE WHEN m.edits_size IS NOT NULL THEN ${counted("edits_size")} WHEN m.edits = '[]' THEN 0
  ELSE ${editsSize("m.edits")} END`;

/** The length of a list in a column. A count that is stored costs nothing, however long the list is. */
const lengthOf = (list: string, count: string): string =>
  `CASE WHEN m.${count} IS NOT NULL THEN ${counted(count)} WHEN m.${list} = '[]' THEN 0 ELSE jsonb_array_length(m.${list}) END`;

/** Looking it up for each message would cost as much as the rest of a page. */
const participants = `CASE WHEN m.channel_id IS NULL THEN greatest(coalesce(m.participant_count, (
  SELECT ${participantCount} FROM direct_conversations d WHERE d.realm_id = :realmId AND d.id = m.conversation_id
)), 0) ELSE 0 END`;

/** The SQL equivalent of `messageSize`. */
export const allSize = `octet_length(m.content) + octet_length(m.rendered_content) + ${sizeOfEdits}
  + ${partSizes.reaction} * (${lengthOf("reactions", "reaction_count")})
  + ${partSizes.edit} * (${lengthOf("edits", "edit_count")})
  + ${partSizes.participant} * (${participants})
  + CASE WHEN m.has_submessages THEN coalesce((
      SELECT sum(octet_length(s.kind) + octet_length(s.content) + ${partSizes.submessage})
      FROM submessages s WHERE s.realm_id = :realmId AND s.message_id = m.id), 0)
    ELSE 0 END`;

/** A subquery's columns: those of `messages`, and the bytes of all rows before each one in an order of ids. */
export const withSizeBefore = (order: "ASC" | "DESC"): string =>
  `*, sum(size) OVER (ORDER BY m.id ${order}) - size AS size_before`;

/** The columns of a `MessageHead`. */
export const headColumns =
  "m.id, m.conversation_id, m.channel_id, m.topic, m.sender_id, m.sent_at, m.read_by_sender";

/** Joins the participants of direct messages. */
export const joinParticipants = `LEFT JOIN direct_conversations d
  ON m.channel_id IS NULL AND d.realm_id = :realmId AND d.id = m.conversation_id`;

const participantsCodec = listOf(userIdCodec);

/** The participants of a row of `direct_conversations`. */
export const toParticipants = (row: {
  readonly id: ConversationId;
  readonly participants_key: string | null;
}): readonly UserId[] =>
  decoded(
    participantsCodec,
    row.participants_key?.split(",").map((id) => (/^\d+$/.test(id) ? Number(id) : id)),
    row,
    { table: "direct_conversations", key: ["id"] },
  );

export const toConversation = (
  row: Pick<MessageRow, "conversation_id" | "channel_id" | "participants_key">,
): Message["conversation"] =>
  row.channel_id === null
    ? {
        kind: "direct",
        id: row.conversation_id,
        participants: toParticipants({ id: row.conversation_id, participants_key: row.participants_key }),
      }
    : { kind: "channel", id: row.conversation_id, channelId: row.channel_id };

const source = { table: "messages", key: ["id"] };

export const toMessage = (row: MessageRow): Message =>
  decoded(
    messageCodec,
    {
      id: row.id,
      conversation: toConversation(row),
      topic: row.topic,
      senderId: row.sender_id,
      content: row.content,
      renderedContent: row.rendered_content,
      rendererVersion: row.renderer_version,
      sentAt: row.sent_at,
      client: row.client,
      readBySender: row.read_by_sender,
      reactions: row.reactions,
      edits: row.edits,
      submessages: row.submessages ?? [],
    },
    row,
    source,
  );

const { senderId: _sender, sentAt: _sent, readBySender: _read, ...placeFields } = messageHeadCodec.fields;
const placeCodec = entity<MessagePlace>(placeFields);

const placeIn = (row: MessageRow) => ({ id: row.id, conversation: toConversation(row), topic: row.topic });

export const toPlace = (row: MessageRow): MessagePlace => decoded(placeCodec, placeIn(row), row, source);

export const toHead = (row: MessageRow): MessageHead =>
  decoded(
    messageHeadCodec,
    { ...placeIn(row), senderId: row.sender_id, sentAt: row.sent_at, readBySender: row.read_by_sender },
    row,
    source,
  );
