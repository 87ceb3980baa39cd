import { groupedBy } from "../../../../domain/collections/grouped-by";
import type { MessageEvent } from "../../../../domain/events/message-event";
import type { RealmId } from "../../../../domain/ids";
import { run, type Sql } from "../database/rows";

type EventOf<Type extends MessageEvent["type"]> = Extract<MessageEvent, { type: Type }>;

const messageColumns = `realm_id, id, conversation_id, channel_id, topic, sender_id, content, rendered_content,
  renderer_version, sent_at, client, read_by_sender, reactions, edits, edits_size, has_submessages, send_key`;

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
      `WITH gone AS (DELETE FROM messages WHERE realm_id = ? AND id = ANY(?) RETURNING ${messageColumns}),
         marks AS (DELETE FROM message_marks WHERE realm_id = ? AND message_id = ANY(?)
           RETURNING message_id, user_id, flag)
       INSERT INTO archived_messages (${messageColumns}, deleted_at, marks)
       SELECT ${messageColumns}, ?, coalesce(
         (SELECT jsonb_agg(jsonb_build_array(user_id, flag)) FROM marks WHERE message_id = gone.id), '[]')
       FROM gone`,
      [realmId, messageIds, realmId, messageIds, deletedAt],
    );
  }
};

/** Restores messages from the archive, with their flags. */
export const restoreMessages = (
  sql: Sql,
  realmId: RealmId,
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
