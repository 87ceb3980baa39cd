import type { Knex } from "knex";
import type { RealmSnapshots } from "../../../application/ports/realm-snapshots";
import type { AllowedDomain } from "../../../domain/allowed-domain";
import { newBot } from "../../../domain/bot";
import type { Channel } from "../../../domain/channel";
import type { ChannelFolder } from "../../../domain/channel-folder";
import type { Invitation } from "../../../domain/invitation";
import type { Linkifier } from "../../../domain/linkifier";
import type { Playground } from "../../../domain/playground";
import type { ProfileField } from "../../../domain/profile-field";
import { noPictures, type Realm } from "../../../domain/realm";
import type { RealmEmoji } from "../../../domain/realm-emoji";
import { defaultRealmPermissions } from "../../../domain/realm-permission";
import { defaultRealmSettings } from "../../../domain/realm-settings";
import { StateBuilder, type StateFrame } from "../../../domain/state/build";
import type { Subscription } from "../../../domain/subscription";
import type { User } from "../../../domain/user";
import type { UserGroup } from "../../../domain/user-group";
import { defaultUserSettings } from "../../../domain/user-settings";
import { noStatus } from "../../../domain/user-status";
import { knexDirectConversations } from "./direct-conversations";
import { knexEventLog } from "./event-log";
import { knexMessageReader } from "./message-reader";
import { knexPersonalReader } from "./personal-reader";
import { readPushDevices } from "./project-push";
import { knexReadStateReader } from "./read-state-reader";
import { fromRow, query, type Sql } from "./rows";

type Row = Record<string, unknown>;

/** What was stored before a setting existed has the default of it. */
const toRealm = (row: Row): Realm => {
  const realm = fromRow<Realm>(row);
  return {
    ...realm,
    settings: { ...defaultRealmSettings, ...realm.settings },
    permissions: { ...defaultRealmPermissions, ...realm.permissions },
    userDefaults: { ...defaultUserSettings, ...realm.userDefaults },
    pictures: { ...noPictures, ...realm.pictures },
  };
};

const toUser = (row: Row): User => {
  const user = fromRow<User>(row);
  return {
    ...user,
    bot: user.bot && { ...newBot(user.bot.type, user.bot.ownerId), ...user.bot },
    settings: { ...defaultUserSettings, ...user.settings },
    status: { ...noStatus, ...user.status },
  };
};

/** Whom guests have direct conversations with. */
const acquaintancesOfGuests = async (sql: Sql, realmId: number): Promise<StateFrame["acquaintances"]> => {
  const rows = await query<{ guest_id: number; keys: readonly string[] }>(
    sql,
    `SELECT p.user_id AS guest_id, array_agg(d.participants_key) AS keys
     FROM users u
     JOIN direct_participants p ON p.realm_id = u.realm_id AND p.user_id = u.id
     JOIN direct_conversations d ON d.realm_id = p.realm_id AND d.id = p.conversation_id
     WHERE u.realm_id = ? AND u.role = 'guest' GROUP BY p.user_id`,
    [realmId],
  );
  return rows.map(({ guest_id, keys }) => ({
    guestId: guest_id,
    userIds: [...new Set(keys.flatMap((key) => key.split(",").map(Number)))],
  }));
};

const sliceSize = 500;

const userSlice = "SELECT * FROM users WHERE realm_id = ? AND id > ? ORDER BY id LIMIT ?";

const subscriptionSlice = `
  SELECT user_id, channel_id, is_active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
    push_notifications, email_notifications, wildcard_mentions_notify
  FROM subscriptions WHERE realm_id = ? AND user_id > ? AND user_id <= ? ORDER BY user_id, channel_id`;

/** Adds people and what they subscribe to, some hundred at a time: between two slices everyone else goes on. */
const addPeople = async (sql: Sql, realmId: number, builder: StateBuilder): Promise<void> => {
  let after = 0;
  for (;;) {
    const users = (await query(sql, userSlice, [realmId, after, sliceSize])).map(toUser);
    const last = users.at(-1);
    if (last === undefined) return;
    builder.addUsers(users);
    const subscriptions = await query(sql, subscriptionSlice, [realmId, after, last.id]);
    builder.addSubscriptions(subscriptions.map((row) => fromRow<Subscription>(row)));
    after = last.id;
  }
};

const readFrame = async (sql: Sql, realmId: number): Promise<StateFrame> => {
  const all = (table: string) => query(sql, `SELECT * FROM ${table} WHERE realm_id = ?`, [realmId]);
  const list = async <A>(table: string): Promise<readonly A[]> =>
    (await all(table))
      .toSorted((a, b) => Number(a.place) - Number(b.place))
      .map((row) => fromRow<A>(row, "place"));
  const [realm] = await query(sql, "SELECT * FROM realms WHERE id = ?", [realmId]);
  if (realm === undefined) throw new Error(`There is no realm ${realmId}`);
  const channels = await all("channels");
  return {
    position: await knexEventLog(sql).head(realmId),
    realm: toRealm(realm),
    groups: (await all("user_groups")).map((row) => fromRow<UserGroup>(row)),
    channels: channels.map((row) => fromRow<Channel>(row, "is_default")),
    defaultChannels: channels.flatMap((row) => (row.is_default ? [row.id as number] : [])),
    channelFolders: await list<ChannelFolder>("channel_folders"),
    profileFields: await list<ProfileField>("profile_fields"),
    linkifiers: await list<Linkifier>("linkifiers"),
    playgrounds: await list<Playground>("playgrounds"),
    domains: (await all("allowed_domains")).map((row) => fromRow<AllowedDomain>(row)),
    emoji: (await all("realm_emoji")).map((row) => fromRow<RealmEmoji>(row)),
    invitations: (await all("invitations")).map((row) => fromRow<Invitation>(row)),
    pushDevices: await readPushDevices(sql, realmId),
    acquaintances: await acquaintancesOfGuests(sql, realmId),
  };
};

export const knexRealmSnapshots = (db: Knex): RealmSnapshots => {
  const onSnapshot = <A>(read: (sql: Sql) => Promise<A>): Promise<A> =>
    db.transaction(read, { isolationLevel: "repeatable read", readOnly: true });

  return {
    load: (realmId) =>
      onSnapshot(async (sql) => {
        const builder = new StateBuilder(await readFrame(sql, realmId));
        await addPeople(sql, realmId, builder);
        return builder.build();
      }),

    view: (realmId, read) =>
      onSnapshot(async (sql) =>
        read({
          position: await knexEventLog(sql).head(realmId),
          messages: knexMessageReader(sql),
          readStates: knexReadStateReader(sql),
          directConversations: knexDirectConversations(sql),
          personal: knexPersonalReader(sql),
        }),
      ),
  };
};
