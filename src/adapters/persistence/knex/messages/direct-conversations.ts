import type { UserSnapshot } from "../../../../application/ports/events/user-snapshots";
import type {
  DirectConversation,
  DirectConversations,
} from "../../../../application/ports/messages/direct-conversations";
import type { ConversationId, MessageId, UserId } from "../../../../domain/ids";
import { participantsKey } from "../../../../domain/messages/message";
import { query, type Sql } from "../database/rows";
import { toParticipants } from "./message-rows";

interface ConversationRow {
  readonly id: ConversationId;
  readonly participants_key: string;
}

const toConversation = (row: ConversationRow): DirectConversation => ({
  kind: "direct",
  id: row.id,
  participants: toParticipants(row),
});

/** A user's direct conversations that have messages, at most `:mostDirects`, most recent first. */
export const recentDirects = `SELECT d.id, d.participants_key, m.id AS newest FROM direct_participants p
  JOIN direct_conversations d ON d.realm_id = p.realm_id AND d.id = p.conversation_id
  CROSS JOIN LATERAL (
    SELECT id FROM messages WHERE realm_id = :realmId AND conversation_id = d.id ORDER BY id DESC LIMIT 1
  ) m
  WHERE p.realm_id = :realmId AND p.user_id = :userId ORDER BY m.id DESC LIMIT :mostDirects`;

export interface RecentRow extends ConversationRow {
  readonly newest: MessageId;
}

export const toRecent = (row: RecentRow): UserSnapshot["directs"][number] => ({
  conversation: toConversation(row),
  newestMessageId: row.newest,
});

export const knexDirectConversations = (sql: Sql): DirectConversations => ({
  between: async (realmId, participants) => {
    const [row] = await query<ConversationRow>(
      sql,
      "SELECT id, participants_key FROM direct_conversations WHERE realm_id = ? AND participants_key = ?",
      [realmId, participantsKey(participants)],
    );
    return row && toConversation(row);
  },

  peopleIn: async (realmId, userId) => {
    const rows = await query<{ user_id: UserId }>(
      sql,
      `SELECT DISTINCT other.user_id FROM direct_participants own
       JOIN direct_participants other
         ON other.realm_id = own.realm_id AND other.conversation_id = own.conversation_id
       WHERE own.realm_id = ? AND own.user_id = ? ORDER BY other.user_id`,
      [realmId, userId],
    );
    return rows.map((row) => row.user_id);
  },
});
