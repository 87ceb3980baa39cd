import type { RealmEvent } from "../../../../domain/events/event";
import type { RealmId } from "../../../../domain/ids";
import type { Message } from "../../../../domain/messages/message";
import { insertRows, run, type Sql, toRow } from "../database/rows";

/** Inserts the submessages of sent messages. */
export const insertSubmessages = (
  sql: Sql,
  realmId: RealmId,
  messages: readonly Pick<Message, "id" | "submessages">[],
): Promise<void> =>
  insertRows(
    sql,
    "submessages",
    realmId,
    messages.flatMap(({ id, submessages }) => submessages.map((one) => ({ message_id: id, ...toRow(one) }))),
  );

export const addSubmessage = async (
  sql: Sql,
  realmId: RealmId,
  { messageId, submessage }: Extract<RealmEvent, { type: "submessage_added" }>,
): Promise<void> => {
  await insertSubmessages(sql, realmId, [{ id: messageId, submessages: [submessage] }]);
  await run(
    sql,
    "UPDATE messages SET has_submessages = true WHERE realm_id = ? AND id = ? AND NOT has_submessages",
    [realmId, messageId],
  );
};
