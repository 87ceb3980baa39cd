import type { ConnectionSettings } from "../../src/adapters/persistence/knex/database/database";
import { reactionLimits } from "../../src/domain/messages/reaction";
import { firstChannel, onConnection } from "../history";

/** Lets people who don't exist react to the newest message of the busiest channel, while no server runs, until one reaction is left. */
export const fillReactions = async (connection: ConnectionSettings, realmId: number): Promise<number> => {
  let id = 0;
  await onConnection(connection, async (client) => {
    const { rows } = await client.query(
      `UPDATE messages m SET reaction_count = $3, reactions = (
         SELECT jsonb_agg(jsonb_build_object('userId', 1000000 + n,
           'emoji', jsonb_build_object('name', 'tada', 'code', '1f389', 'kind', 'unicode')) ORDER BY n)
         FROM generate_series(1, $3::integer) n)
       WHERE m.realm_id = $1 AND m.id = (SELECT max(id) FROM messages WHERE realm_id = $1 AND conversation_id = $2)
       RETURNING m.id`,
      [realmId, firstChannel + 1, reactionLimits.inAll - 1],
    );
    id = Number(rows[0].id);
  });
  return id;
};
