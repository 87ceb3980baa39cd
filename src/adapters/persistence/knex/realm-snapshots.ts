import type { Knex } from "knex";
import type { RealmSnapshots } from "../../../application/ports/realm-snapshots";
import type { Channel } from "../../../domain/channel";
import type { Realm } from "../../../domain/realm";
import type { Subscription } from "../../../domain/subscription";
import type { User } from "../../../domain/user";
import type { UserGroup } from "../../../domain/user-group";
import { knexDirectConversations } from "./direct-conversations";
import { knexEventLog } from "./event-log";
import { knexMessageReader } from "./message-reader";
import { knexReadStateReader } from "./read-state-reader";
import { fromRow, query, type Sql } from "./rows";

export const knexRealmSnapshots = (db: Knex): RealmSnapshots => {
  const onSnapshot = <A>(read: (sql: Sql) => Promise<A>): Promise<A> =>
    db.transaction(read, { isolationLevel: "repeatable read", readOnly: true });

  return {
    load: (realmId) =>
      onSnapshot(async (sql) => {
        const all = (table: string) => query(sql, `SELECT * FROM ${table} WHERE realm_id = ?`, [realmId]);
        const [realm] = await query(sql, "SELECT * FROM realms WHERE id = ?", [realmId]);
        if (realm === undefined) throw new Error(`There is no realm ${realmId}`);
        const channels = await all("channels");
        return {
          position: await knexEventLog(sql).head(realmId),
          realm: fromRow<Realm>(realm),
          users: (await all("users")).map((row) => fromRow<User>(row)),
          groups: (await all("user_groups")).map((row) => fromRow<UserGroup>(row)),
          channels: channels.map((row) => fromRow<Channel>(row, "is_default")),
          defaultChannels: channels.flatMap((row) => (row.is_default ? [row.id as number] : [])),
          subscriptions: (await all("subscriptions")).map((row) => fromRow<Subscription>(row, "received")),
        };
      }),

    view: (realmId, read) =>
      onSnapshot(async (sql) =>
        read({
          position: await knexEventLog(sql).head(realmId),
          messages: knexMessageReader(sql),
          readStates: knexReadStateReader(sql),
          directConversations: knexDirectConversations(sql),
        }),
      ),
  };
};
