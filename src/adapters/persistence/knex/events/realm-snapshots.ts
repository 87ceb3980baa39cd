import type { Knex } from "knex";
import type { RealmSnapshots } from "../../../../application/ports/events/realm-snapshots";
import { channelFolderCodec } from "../../../../domain/channel-folders/channel-folder";
import { channelCodec } from "../../../../domain/channels/channel";
import { defaultChannelGroupCodec } from "../../../../domain/channels/default-channel-group";
import { subscriptionCodec } from "../../../../domain/channels/subscription";
import type { EntityCodec } from "../../../../domain/codec/codec";
import { allowedDomainCodec } from "../../../../domain/domains/allowed-domain";
import { realmEmojiCodec } from "../../../../domain/emoji/realm-emoji";
import { groupWithMembersCodec } from "../../../../domain/groups/user-group";
import type { RealmId, UserId } from "../../../../domain/ids";
import { invitationCodec } from "../../../../domain/invitations/invitation";
import { linkifierCodec } from "../../../../domain/linkifiers/linkifier";
import { playgroundCodec } from "../../../../domain/playgrounds/playground";
import { profileFieldCodec } from "../../../../domain/profile-fields/profile-field";
import { realmCodec } from "../../../../domain/realm/realm";
import { StateBuilder, type StateFrame } from "../../../../domain/state/build";
import { userCodec } from "../../../../domain/users/user";
import { query, rowReader, type Sql } from "../database/rows";
import { knexMessageReader } from "../messages/message-reader";
import { readPushDevices } from "../push/project-push";
import { knexEventLog } from "./event-log";

const toRealm = rowReader("realms", realmCodec, "id");
const toUser = rowReader("users", userCodec, "id");
const toGroup = rowReader("user_groups", groupWithMembersCodec, "id");
const toChannel = rowReader("channels", channelCodec, "id");
const toSubscription = rowReader("subscriptions", subscriptionCodec, "user_id", "channel_id");
const toDomain = rowReader("allowed_domains", allowedDomainCodec, "id");
const toEmoji = rowReader("realm_emoji", realmEmojiCodec, "id");
const toInvitation = rowReader("invitations", invitationCodec, "id");

/** The users who share a direct conversation with each guest. */
const acquaintancesOfGuests = async (sql: Sql, realmId: RealmId): Promise<StateFrame["acquaintances"]> => {
  const rows = await query<{ guest_id: UserId; keys: readonly string[] }>(
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

const sliceSize = 200;

const userSlice = "SELECT * FROM users WHERE realm_id = ? AND id > ? ORDER BY id LIMIT ?";

const subscriptionSlice = `
  SELECT user_id, channel_id, is_active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
    push_notifications, email_notifications, wildcard_mentions_notify
  FROM subscriptions WHERE realm_id = ? AND user_id > ? AND user_id <= ? ORDER BY user_id, channel_id`;

/** Adds users and their subscriptions, a few hundred at a time, yielding to other work between slices. */
const addPeople = async (sql: Sql, realmId: RealmId, builder: StateBuilder): Promise<void> => {
  let after = 0;
  for (;;) {
    const users = (await query(sql, userSlice, [realmId, after, sliceSize])).map(toUser);
    const last = users.at(-1);
    if (last === undefined) return;
    builder.addUsers(users);
    const subscriptions = await query(sql, subscriptionSlice, [realmId, after, last.id]);
    builder.addSubscriptions(subscriptions.map(toSubscription));
    after = last.id;
  }
};

const readFrame = async (sql: Sql, realmId: RealmId): Promise<StateFrame> => {
  const all = (table: string) => query(sql, `SELECT * FROM ${table} WHERE realm_id = ?`, [realmId]);
  const list = async <A>(table: string, codec: EntityCodec<A>): Promise<readonly A[]> =>
    (await all(table))
      .toSorted((a, b) => Number(a.place) - Number(b.place))
      .map(rowReader(table, codec, "id"));
  // In one statement: on Citus, the realm's own row and its head are in different tables of different nodes.
  const [realm] = await query<Record<string, unknown> & { readonly position: number }>(
    sql,
    "SELECT r.*, h.position FROM realm_heads h JOIN realms r ON r.id = h.realm_id WHERE h.realm_id = ?",
    [realmId],
  );
  if (realm === undefined) throw new Error(`There is no realm ${realmId}`);
  const channelRows = await all("channels");
  const channels = channelRows.map(toChannel);
  return {
    position: realm.position,
    realm: toRealm(realm),
    groups: (await all("user_groups")).map(toGroup),
    channels,
    defaultChannels: channels.flatMap(({ id }, index) => (channelRows[index]?.is_default ? [id] : [])),
    defaultChannelGroups: await list("default_channel_groups", defaultChannelGroupCodec),
    channelFolders: await list("channel_folders", channelFolderCodec),
    profileFields: await list("profile_fields", profileFieldCodec),
    linkifiers: await list("linkifiers", linkifierCodec),
    playgrounds: await list("playgrounds", playgroundCodec),
    domains: (await all("allowed_domains")).map(toDomain),
    emoji: (await all("realm_emoji")).map(toEmoji),
    invitations: (await all("invitations")).map(toInvitation),
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
        }),
      ),
  };
};
