import type { RealmHead } from "../../../../application/ports/events/event-store";
import type { MessageId, RealmId } from "../../../../domain/ids";
import { query, type Sql } from "../database/rows";

interface HeadRow {
  readonly position: number;
  readonly message_id: MessageId;
  readonly ids: RealmHead["ids"];
}

/** Reads the end of the realm's log. Rejects for an unknown realm. */
export const readHead = async (
  sql: Sql,
  realmId: RealmId,
  lock: "" | "FOR UPDATE" = "",
): Promise<RealmHead> => {
  const [row] = await query<HeadRow>(
    sql,
    `SELECT position, message_id, ids FROM realm_heads WHERE realm_id = ? ${lock}`,
    [realmId],
  );
  if (row === undefined) throw new Error(`There is no realm ${realmId}`);
  return { position: row.position, messageId: row.message_id, ids: row.ids };
};
