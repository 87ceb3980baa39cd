import type { MessageEvent } from "../../../../domain/events/message-event";
import type { RealmId } from "../../../../domain/ids";
import { run, type Sql } from "../database/rows";

type ReactionChanged = Extract<MessageEvent, { type: "reaction_changed" }>;

/**
 * The number of reactions before a change, counted anew: nodes of the version before change the list without the stored number. Reading
 * ten thousand takes a hundredth of the time of writing them. Counting the new list would make it twice, which takes half as long again.
 */
const count = "jsonb_array_length(reactions)";

export const addReaction = (
  sql: Sql,
  realmId: RealmId,
  { messageId, reaction }: ReactionChanged,
): Promise<void> =>
  run(
    sql,
    `UPDATE messages SET reactions = reactions || ?::jsonb, reaction_count = ${count} + 1
     WHERE realm_id = ? AND id = ?`,
    [JSON.stringify([reaction]), realmId, messageId],
  );

export const removeReaction = async (
  sql: Sql,
  realmId: RealmId,
  { messageId, reaction: { userId, emoji } }: ReactionChanged,
): Promise<void> => {
  const removed = JSON.stringify({ userId, emoji: { code: emoji.code, kind: emoji.kind } });
  // Removing one element is faster than gathering the others anew.
  await run(
    sql,
    `UPDATE messages SET reactions = reactions - (
         SELECT CAST(place - 1 AS integer) FROM jsonb_array_elements(reactions) WITH ORDINALITY r (one, place)
         WHERE one @> CAST(? AS jsonb) LIMIT 1),
       reaction_count = ${count} - 1
     WHERE realm_id = ? AND id = ? AND reactions @> jsonb_build_array(CAST(? AS jsonb))`,
    [removed, realmId, messageId, removed],
  );
};
