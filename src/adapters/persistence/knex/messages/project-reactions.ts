import type { MessageEvent } from "../../../../domain/events/message-event";
import type { RealmId } from "../../../../domain/ids";
import { run, type Sql } from "../database/rows";

type ReactionChanged = Extract<MessageEvent, { type: "reaction_changed" }>;

export const addReaction = (
  sql: Sql,
  realmId: RealmId,
  { messageId, reaction }: ReactionChanged,
): Promise<void> =>
  run(
    sql,
    `UPDATE messages SET reactions = reactions || ?::jsonb,
       reaction_count = coalesce(reaction_count, jsonb_array_length(reactions)) + 1
     WHERE realm_id = ? AND id = ?`,
    [JSON.stringify([reaction]), realmId, messageId],
  );

export const removeReaction = (
  sql: Sql,
  realmId: RealmId,
  { messageId, reaction }: ReactionChanged,
): Promise<void> =>
  run(
    sql,
    `UPDATE messages SET reactions = coalesce(
       (SELECT jsonb_agg(one ORDER BY place) FROM jsonb_array_elements(reactions) WITH ORDINALITY r (one, place)
        WHERE NOT one @> ?::jsonb), '[]'),
       reaction_count = coalesce(reaction_count, jsonb_array_length(reactions)) - 1
     WHERE realm_id = ? AND id = ?`,
    [
      JSON.stringify({
        userId: reaction.userId,
        emoji: { code: reaction.emoji.code, kind: reaction.emoji.kind },
      }),
      realmId,
      messageId,
    ],
  );
