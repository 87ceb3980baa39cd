import { channelCodec } from "../../../../domain/channels/channel";
import { stored } from "../../../../domain/codec/stored";
import { groupedBy } from "../../../../domain/collections/grouped-by";
import type { ChannelChange, ChannelEvent } from "../../../../domain/events/channel-event";
import { channelChangeCodec } from "../../../../domain/events/channel-event-codecs";
import type { ChannelId, RealmId } from "../../../../domain/ids";
import { toMultirange } from "../database/multiranges";
import { insertRows, replaceList, run, type Sql, toRow, updateRow } from "../database/rows";

type EventOf<Type extends ChannelEvent["type"]> = Extract<ChannelEvent, { type: Type }>;

/** Inserts new channels in bulk. */
export const createChannels = (
  sql: Sql,
  realmId: RealmId,
  events: readonly EventOf<"channel_created">[],
): Promise<void> =>
  insertRows(
    sql,
    "channels",
    realmId,
    events.map(({ channel }) => ({
      ...toRow(stored(channelCodec, channel)),
      is_default: false,
    })),
  );

/** Updates the rows of channels and subscriptions after an event. */
export const projectChannels = (
  sql: Sql,
  realmId: RealmId,
  event: Exclude<ChannelEvent, { type: "channel_created" | "unsubscribed" }>,
): Promise<void> => {
  switch (event.type) {
    case "channel_revealed":
    case "channel_hidden":
      return Promise.resolve();
    case "channel_changed":
      return changeChannel(sql, realmId, event.channelId, event.change);
    case "default_channels_set":
      return run(sql, "UPDATE channels SET is_default = (id = ANY(?)) WHERE realm_id = ?", [
        [...event.channelIds],
        realmId,
      ]);
    case "default_channel_groups_set":
      return replaceList(sql, "default_channel_groups", realmId, event.groups);
    case "channel_folders_set":
      return replaceList(sql, "channel_folders", realmId, event.folders);
    case "subscribed":
      return subscribe(sql, realmId, event);
    case "subscriptions_changed":
      return changeSubscriptions(sql, realmId, event);
  }
};

const changeChannel = async (
  sql: Sql,
  realmId: RealmId,
  channelId: ChannelId,
  change: ChannelChange,
): Promise<void> => {
  const { permissions, ...columns } = stored(channelChangeCodec, change);
  await updateRow(sql, "channels", realmId, channelId, columns);
  if (permissions !== undefined)
    await run(
      sql,
      "UPDATE channels SET permissions = permissions || ?::jsonb WHERE realm_id = ? AND id = ?",
      [JSON.stringify(permissions), realmId, channelId],
    );
};

const subscribe = (sql: Sql, realmId: RealmId, event: EventOf<"subscribed">): Promise<void> => {
  const received = toMultirange([[event.firstMessageId, Number.POSITIVE_INFINITY]]);
  const rows = event.subscriptions.map((subscription) => ({
    ...toRow(subscription),
    received,
  }));
  const notSettings = ["user_id", "channel_id", "received"];
  const settings = Object.keys(rows[0] ?? {}).filter((column) => !notSettings.includes(column));
  return insertRows(
    sql,
    "subscriptions",
    realmId,
    rows,
    `ON CONFLICT (realm_id, user_id, channel_id) DO UPDATE SET
       ${settings.map((column) => `${column} = excluded.${column}`).join(", ")},
       received = subscriptions.received + excluded.received`,
  );
};

/**
 * Messages that somebody received before count as read. The channels that the same users leave are written together, because a user may
 * leave a hundred at once.
 */
export const unsubscribe = async (
  sql: Sql,
  realmId: RealmId,
  events: readonly EventOf<"unsubscribed">[],
): Promise<void> => {
  const received = "received - int8multirange(int8range(?, NULL))";
  const bySameUsers = groupedBy(
    events,
    ({ firstMessageId, userIds }) => `${firstMessageId} ${userIds.join()}`,
  );
  for (const same of bySameUsers.values()) {
    const [first] = same;
    if (first === undefined) continue;
    const { firstMessageId, userIds } = first;
    const channelIds = same.flatMap((event) => event.channelIds);
    const chosen = [realmId, channelIds, [...userIds]];
    await run(
      sql,
      `INSERT INTO read_states (realm_id, user_id, conversation_id, read)
       SELECT s.realm_id, s.user_id, c.conversation_id, s.${received}
       FROM subscriptions s JOIN channels c ON c.realm_id = s.realm_id AND c.id = s.channel_id
       WHERE s.realm_id = ? AND s.channel_id = ANY(?) AND s.user_id = ANY(?) AND s.is_active
       ON CONFLICT (realm_id, user_id, conversation_id) DO UPDATE SET read = read_states.read + excluded.read`,
      [firstMessageId, ...chosen],
    );
    await run(
      sql,
      `UPDATE subscriptions SET is_active = false, received = ${received}
       WHERE realm_id = ? AND channel_id = ANY(?) AND user_id = ANY(?) AND is_active`,
      [firstMessageId, ...chosen],
    );
  }
};

/** Runs one statement per set of changed columns, because a user may mute a thousand channels at once. */
const changeSubscriptions = async (
  sql: Sql,
  realmId: RealmId,
  { userId, changes }: EventOf<"subscriptions_changed">,
): Promise<void> => {
  const rows = new Map<ChannelId, Record<string, unknown>>();
  for (const { channelId, change } of changes)
    rows.set(channelId, { channel_id: channelId, ...rows.get(channelId), ...toRow(change) });
  const byColumns = groupedBy(rows.values(), (row) => Object.keys(row).sort().join());
  for (const batch of byColumns.values()) {
    const columns = Object.keys(batch[0] ?? {}).filter((column) => column !== "channel_id");
    await run(
      sql,
      `UPDATE subscriptions SET ${columns.map((column) => `${column} = changed.${column}`).join(", ")}
       FROM json_populate_recordset(NULL::subscriptions, ?::json) changed
       WHERE subscriptions.realm_id = ? AND subscriptions.user_id = ? AND subscriptions.channel_id = changed.channel_id`,
      [JSON.stringify(batch), realmId, userId],
    );
  }
};
