import type { MessageReader } from "../../../../application/ports/messages/message-reader";
import type { MessageId } from "../../../../domain/ids";
import { preparedQuery, query, type Sql } from "../database/rows";
import { knexConversationReader } from "./conversation-reader";
import { endOf } from "./found-rows";
import { isReached } from "./message-conditions";
import { knexMessageFinder } from "./message-finder";
import {
  allColumns,
  allSize,
  headColumns,
  joinParticipants,
  type MessageRow,
  toHead,
  toMessage,
  toPlace,
  withSizeBefore,
} from "./message-rows";
import { knexResponseReader } from "./response-reader";
import type { SearchLimits } from "./search-limits";
import { knexTopicReader } from "./topic-reader";
import { knexUnreadReader } from "./unread-reader";
import { rangesIn, userConversations } from "./user-conversations";

/** How many of a realm's newest messages are checked for one that the user received. */
const few = 100;

/**
 * The id of a user's newest message; null if there is none. A user in a busy conversation has received one of the last few
 * messages. For others, looks once into each received range: further back, there may be any number of messages that they didn't
 * receive.
 */
export const newestId = `SELECT coalesce((
    SELECT m.id FROM (
      SELECT id, conversation_id, channel_id FROM messages WHERE realm_id = :realmId ORDER BY id DESC LIMIT ${few}
    ) m WHERE ${isReached} ORDER BY m.id DESC LIMIT 1
  ), (SELECT max(m.id) FROM (${rangesIn("received", userConversations)}) u CROSS JOIN LATERAL (
    SELECT m.id FROM messages m WHERE m.realm_id = :realmId AND m.conversation_id = u.conversation_id
      AND m.id >= u.start AND m.id < u.beyond
    ORDER BY m.id DESC LIMIT 1
  ) m)) AS id`;

export const knexMessageReader = (sql: Sql, limits?: Partial<SearchLimits>): MessageReader => ({
  ...knexMessageFinder(sql, limits),
  ...knexUnreadReader(sql, limits),
  ...knexTopicReader(sql),
  ...knexConversationReader(sql),
  ...knexResponseReader(sql),

  byIds: async (realmId, ids) => {
    const rows = await preparedQuery<MessageRow>(
      sql,
      "messages_by_id",
      `SELECT ${allColumns}, d.participants_key FROM messages m ${joinParticipants}
       WHERE m.realm_id = :realmId AND m.id = ANY(:ids) ORDER BY m.id`,
      { realmId, ids },
    );
    return rows.map(toMessage);
  },

  byIdsUpTo: async (realmId, ids, enough) => {
    const rows = await preparedQuery<MessageRow & { readonly bytes: number }>(
      sql,
      "messages_by_id_up_to",
      `SELECT ${allColumns}, d.participants_key, CAST(m.size_before + m.size AS double precision) AS bytes
       FROM (
         SELECT ${withSizeBefore("ASC")} FROM (
           SELECT m.*, ${allSize} AS size FROM messages m WHERE m.realm_id = :realmId AND m.id = ANY(:ids) OFFSET 0
         ) m
       ) m ${joinParticipants} WHERE m.size_before < :enough ORDER BY m.id`,
      { realmId, ids, enough },
    );
    return { found: rows.map(toMessage), endsAt: endOf(rows, enough) };
  },

  headsOf: async (realmId, ids) => {
    const rows = await preparedQuery<MessageRow>(
      sql,
      "heads_by_id",
      `SELECT ${headColumns}, d.participants_key FROM messages m ${joinParticipants}
       WHERE m.realm_id = :realmId AND m.id = ANY(:ids) ORDER BY m.id`,
      { realmId, ids },
    );
    return rows.map(toHead);
  },

  contentsOf: async (realmId, ids) => {
    const rows = await query<Pick<MessageRow, "id" | "content">>(
      sql,
      "SELECT id, content FROM messages WHERE realm_id = ? AND id = ANY(?)",
      [realmId, ids],
    );
    return new Map(rows.map(({ id, content }) => [id, content]));
  },

  idAt: async (realmId, time) => {
    const at = async (from: number): Promise<{ id: MessageId; sent_at: number } | undefined> =>
      (
        await query<{ id: MessageId; sent_at: number }>(
          sql,
          "SELECT id, sent_at FROM messages WHERE realm_id = ? AND id >= ? ORDER BY id LIMIT 1",
          [realmId, from],
        )
      )[0];
    const [newest] = await query<{ id: MessageId }>(
      sql,
      "SELECT id FROM messages WHERE realm_id = ? ORDER BY id DESC LIMIT 1",
      [realmId],
    );
    // Binary search: ids are in the order of sending.
    let [low, high] = [0, (newest?.id ?? 0) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const found = await at(middle);
      if (found === undefined || found.sent_at >= time) high = middle;
      else low = found.id + 1;
    }
    const found = await at(low);
    return found && found.sent_at >= time ? found.id : undefined;
  },

  idBySendKey: async (realmId, senderId, key) => {
    const rows = await query<{ id: MessageId }>(
      sql,
      "SELECT id FROM messages WHERE realm_id = ? AND sender_id = ? AND send_key = ?",
      [realmId, senderId, key],
    );
    return rows[0]?.id;
  },

  sentBy: async (realmId, senderId, after, limit) => {
    const rows = await query<MessageRow>(
      sql,
      `SELECT m.*, d.participants_key FROM (
         SELECT m.id, m.conversation_id, m.channel_id, m.topic FROM messages m
         WHERE m.realm_id = :realmId AND m.sender_id = :senderId AND m.id > :after ORDER BY m.id LIMIT :limit
       ) m ${joinParticipants} ORDER BY m.id`,
      { realmId, senderId, after, limit },
    );
    return rows.map(toPlace);
  },

  newestId: async (realmId, userId) => {
    const [newest] = await preparedQuery<{ id: MessageId | null }>(sql, "newest_id", newestId, {
      realmId,
      userId,
    });
    return newest?.id ?? undefined;
  },

  renderedBefore: async (realmId, version, limit, enough) => {
    const rows = await query<MessageRow>(
      sql,
      `SELECT ${allColumns}, d.participants_key FROM (
         SELECT ${withSizeBefore("DESC")} FROM (
           SELECT m.*, ${allSize} AS size FROM messages m WHERE m.realm_id = :realmId AND m.renderer_version < :version
           ORDER BY m.id DESC LIMIT :limit
         ) m
       ) m ${joinParticipants} WHERE m.size_before < :enough ORDER BY m.id DESC`,
      { realmId, version, limit, enough },
    );
    return rows.map(toMessage);
  },

  sentBefore: async (realmId, where, time, after, limit) => {
    const within =
      where === "direct" ? sql.raw("m.channel_id IS NULL") : sql.raw("m.conversation_id = ?", [where]);
    const rows = await query<MessageRow>(
      sql,
      `SELECT m.*, d.participants_key FROM (
         SELECT m.id, m.conversation_id, m.channel_id, m.topic, m.sent_at FROM messages m
         WHERE m.realm_id = :realmId AND :within AND m.id > :after ORDER BY m.id LIMIT :limit
       ) m ${joinParticipants} WHERE m.sent_at < :time ORDER BY m.id`,
      { realmId, within, after, limit, time },
    );
    return rows.map(toPlace);
  },
});
