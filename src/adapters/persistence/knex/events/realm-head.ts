import * as t from "io-ts";
import type { RealmHead } from "../../../../application/ports/events/event-store";
import { anyId } from "../../../../domain/any-id";
import { dictionary, entity } from "../../../../domain/codec/codec";
import { messageIdCodec, type RealmId } from "../../../../domain/ids";
import { query, rowReader, type Sql } from "../database/rows";

const toHead = rowReader(
  "realm_heads",
  entity<RealmHead>({ position: t.number, messageId: messageIdCodec, ids: dictionary(anyId) }),
);

/** Reads the end of the realm's log. Rejects for an unknown realm. */
export const readHead = async (
  sql: Sql,
  realmId: RealmId,
  lock: "" | "FOR UPDATE" = "",
): Promise<RealmHead> => {
  const [row] = await query(
    sql,
    `SELECT realm_id, position, message_id, ids FROM realm_heads WHERE realm_id = ? ${lock}`,
    [realmId],
  );
  if (row === undefined) throw new Error(`There is no realm ${realmId}`);
  return toHead(row);
};
