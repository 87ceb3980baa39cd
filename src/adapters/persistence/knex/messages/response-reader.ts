import type { ResponseReader } from "../../../../application/ports/messages/response-reader";
import { listOf } from "../../../../domain/codec/codec";
import { type EmojiReference, emojiReferenceCodec } from "../../../../domain/emoji/emoji";
import { widgetKind } from "../../../../domain/messages/widget";
import { decoded, preparedQuery, type Sql } from "../database/rows";

const emojiCodec = listOf(emojiReferenceCodec);
const source = { table: "messages", key: ["id"] };

/** The emoji of one user's reactions, as a list in JSON. Knex would take a bare question mark for a parameter. */
const ownEmoji = `jsonb_path_query_array(
  m.reactions, '$[*] \\? (@.userId == $userId).emoji', jsonb_build_object('userId', CAST(:userId AS integer)))`;

/** Whether an element of the reactions is of the emoji of that name, or of that code and kind. The other parameters are null. */
const isChosen = "@.name == $name || (@.code == $code && @.kind == $kind)";

export const knexResponseReader = (sql: Sql): ResponseReader => ({
  ownReactions: async (realmId, messageId, userId) => {
    const [row] = await preparedQuery<{ own: unknown }>(
      sql,
      "own_reactions",
      `SELECT ${ownEmoji} AS own FROM messages m WHERE m.realm_id = :realmId AND m.id = :messageId`,
      { realmId, messageId, userId },
    );
    return row ? decoded(emojiCodec, row.own, { id: messageId }, source) : [];
  },

  reactionsSoFar: async (realmId, messageId, userId, emoji) => {
    const chosen: Partial<EmojiReference> = emoji;
    const { name = null, code = null, kind = null } = chosen;
    const [row] = await preparedQuery<{ own: unknown; chosen: unknown; count: number }>(
      sql,
      "reactions_so_far",
      `SELECT ${ownEmoji} AS own, jsonb_array_length(m.reactions) AS count,
         jsonb_path_query_first(m.reactions, '$[*].emoji \\? (${isChosen})', :emoji) AS chosen
       FROM messages m WHERE m.realm_id = :realmId AND m.id = :messageId`,
      { realmId, messageId, userId, emoji: JSON.stringify({ name, code, kind }) },
    );
    if (row === undefined) return { count: 0, own: [], chosen: undefined };
    const of = (list: unknown) => decoded(emojiCodec, list, { id: messageId }, source);
    return { count: row.count, own: of(row.own), chosen: of(row.chosen === null ? [] : [row.chosen])[0] };
  },

  attachedSoFar: async (realmId, messageId, userId) => {
    const [row] = await preparedQuery<{
      count: number;
      length: number;
      own_count: number;
      own_length: number;
      is_by_author: boolean;
      widget_start: string | null;
    }>(
      sql,
      "attached_so_far",
      // A deleted message's submessages are kept as long as the message can be restored.
      `SELECT a.count, a.length, a.own_count, a.own_length, a.is_by_author, f.content AS widget_start FROM (
         SELECT CAST(count(*) AS integer) AS count, CAST(coalesce(sum(s.length), 0) AS integer) AS length,
           CAST(count(*) FILTER (WHERE s.sender_id = :userId) AS integer) AS own_count,
           CAST(coalesce(sum(s.length) FILTER (WHERE s.sender_id = :userId), 0) AS integer) AS own_length,
           coalesce(bool_or(s.sender_id = m.sender_id), false) AS is_by_author,
           min(s.id) FILTER (WHERE s.kind = :widgetKind) AS first_id
         FROM messages m JOIN (
           SELECT id, sender_id, kind, char_length(kind) + char_length(content) AS length FROM submessages
           WHERE realm_id = :realmId AND message_id = :messageId
         ) s ON true WHERE m.realm_id = :realmId AND m.id = :messageId
       ) a LEFT JOIN submessages f ON f.realm_id = :realmId AND f.message_id = :messageId AND f.id = a.first_id`,
      { realmId, messageId, userId, widgetKind },
    );
    if (row === undefined) throw new Error("An aggregate of no rows is one row");
    const { count, length, own_count: ownCount, own_length: ownLength } = row;
    return {
      inAll: { count, length },
      bySender: { count: ownCount, length: ownLength },
      isByAuthor: row.is_by_author,
      widgetStart: row.widget_start ?? undefined,
    };
  },
});
