import { groupedBy } from "../../../../domain/collections/grouped-by";
import type { MessageEvent } from "../../../../domain/events/message-event";
import type { RealmId } from "../../../../domain/ids";
import { run, type Sql } from "../database/rows";

type EventOf<Type extends MessageEvent["type"]> = Extract<MessageEvent, { type: Type }>;

const copied = `realm_id, id, conversation_id, channel_id, topic, sender_id, content, rendered_content,
  renderer_version, sent_at, client, read_by_sender, reactions, edits, edits_size, participant_count, has_submessages, send_key`;

const messageColumns = `${copied}, reaction_count, edit_count`;

/** The values of `messageColumns`. Counts anew what nodes of the version before may have changed without the number. */
const messageValues = `${copied}, nullif(jsonb_array_length(reactions), 0), nullif(jsonb_array_length(edits), 0)`;

/** Moves deleted messages and their flags to the archive. */
export const archiveMessages = async (
  sql: Sql,
  realmId: RealmId,
  events: readonly EventOf<"messages_deleted">[],
): Promise<void> => {
  for (const [deletedAt, together] of groupedBy(events, (event) => event.deletedAt)) {
    const messageIds = together.flatMap((event) => event.messageIds);
    await run(
      sql,
      `INSERT INTO archived_messages (${messageColumns}, deleted_at, marks)
       SELECT ${messageValues}, ?::bigint, coalesce(marked.marks, '[]')
       FROM messages LEFT JOIN (
         SELECT message_id, jsonb_agg(jsonb_build_array(user_id, flag)) AS marks
         FROM message_marks WHERE realm_id = ? AND message_id = ANY(?) GROUP BY message_id
       ) marked ON marked.message_id = messages.id
       WHERE realm_id = ? AND id = ANY(?)`,
      [deletedAt, realmId, messageIds, realmId, messageIds],
    );
    await run(
      sql,
      `WITH marks AS (DELETE FROM message_marks WHERE realm_id = ? AND message_id = ANY(?))
       DELETE FROM messages WHERE realm_id = ? AND id = ANY(?)`,
      [realmId, messageIds, realmId, messageIds],
    );
  }
};

/** Restores messages from the archive, with their flags. */
export const restoreMessages = async (
  sql: Sql,
  realmId: RealmId,
  { messageIds }: EventOf<"messages_restored">,
): Promise<void> => {
  const chosen = "archived_messages WHERE realm_id = ? AND id = ANY(?)";
  const names = [realmId, [...messageIds]];
  await run(
    sql,
    `INSERT INTO message_marks (realm_id, user_id, flag, message_id)
     SELECT realm_id, (mark ->> 0)::bigint, mark ->> 1, id
     FROM (SELECT realm_id, id, jsonb_array_elements(marks) AS mark FROM ${chosen}) marked`,
    names,
  );
  await run(sql, `INSERT INTO messages (${messageColumns}) SELECT ${messageValues} FROM ${chosen}`, names);
  await run(sql, `DELETE FROM ${chosen}`, names);
};
