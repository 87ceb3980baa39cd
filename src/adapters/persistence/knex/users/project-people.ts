import { stored } from "../../../../domain/codec/stored";
import { groupedBy } from "../../../../domain/collections/grouped-by";
import type { PeopleEvent, RealmChange } from "../../../../domain/events/people-event";
import { realmChangeCodec } from "../../../../domain/events/people-event-codecs";
import type { RealmId, UserId } from "../../../../domain/ids";
import { userCodec } from "../../../../domain/users/user";
import { userSettingsChangeCodec } from "../../../../domain/users/user-settings";
import { insertRows, replaceList, run, type Sql, toRow, updateRow } from "../database/rows";
import { changeGroup, changeIds } from "./project-groups";

/** Updates the tables that follow from events about people. */
export const projectPeople = (
  sql: Sql,
  realmId: RealmId,
  event: Exclude<PeopleEvent, { type: "user_changed" | "user_status_changed" | "user_deactivated" }>,
): Promise<void> => {
  switch (event.type) {
    // The transaction that created the realm wrote its row first.
    case "realm_created":
    case "people_revealed":
    case "people_hidden":
    case "secrets_changed":
      return Promise.resolve();
    case "realm_changed":
      return changeRealm(sql, realmId, event.change);
    case "group_created":
      return insertRows(sql, "user_groups", realmId, [toRow(event.group)]);
    case "group_changed":
      return changeGroup(sql, realmId, event.groupId, event.change);
    case "group_members_changed":
      return changeIds(sql, "members", realmId, event.groupId, event.op, event.userIds);
    case "group_subgroups_changed":
      return changeIds(sql, "subgroups", realmId, event.groupId, event.op, event.subgroupIds);
    case "user_created":
      return insertRows(sql, "users", realmId, [toRow(stored(userCodec, event.user))]);
    case "user_reactivated":
      return reactivateUser(sql, realmId, event);
    case "role_changed":
      return updateRow(sql, "users", realmId, event.userId, { role: event.to });
    case "bot_changed":
      return run(sql, "UPDATE users SET bot = bot || ?::jsonb WHERE realm_id = ? AND id = ?", [
        JSON.stringify(event.change),
        realmId,
        event.userId,
      ]);
    case "profile_values_changed":
      return run(
        sql,
        "UPDATE users SET profile = jsonb_strip_nulls(profile || ?::jsonb) WHERE realm_id = ? AND id = ?",
        [JSON.stringify(event.values), realmId, event.userId],
      );
    case "user_settings_changed":
      return changeSettings(sql, realmId, event);
    case "alert_words_set":
      return updateRow(sql, "users", realmId, event.userId, { alertWords: event.words });
    case "muted_users_set":
      return updateRow(sql, "users", realmId, event.userId, { mutedUsers: event.muted });
    case "profile_fields_set":
      return setProfileFields(sql, realmId, event);
    case "linkifiers_set":
      return replaceList(sql, "linkifiers", realmId, event.linkifiers);
    case "playgrounds_set":
      return replaceList(sql, "playgrounds", realmId, event.playgrounds);
    case "domain_added":
      return insertRows(sql, "allowed_domains", realmId, [toRow(event.domain)]);
    case "domain_changed":
      return updateRow(sql, "allowed_domains", realmId, event.domain.id, event.domain);
    case "domain_removed":
      return run(sql, "DELETE FROM allowed_domains WHERE realm_id = ? AND id = ?", [
        realmId,
        event.domain.id,
      ]);
  }
};

const changeRealm = async (sql: Sql, realmId: RealmId, change: RealmChange): Promise<void> => {
  const { settings, permissions, userDefaults, pictures, ...own } = stored(realmChangeCodec, change);
  for (const [column, value] of Object.entries(toRow(own)))
    await run(sql, `UPDATE realms SET ${column} = ? WHERE id = ?`, [value, realmId]);
  for (const [column, part] of Object.entries(toRow({ settings, permissions, userDefaults, pictures })))
    if (part !== undefined)
      await run(sql, `UPDATE realms SET ${column} = ${column} || ?::jsonb WHERE id = ?`, [
        JSON.stringify(part),
        realmId,
      ]);
};

type EventOf<Type extends PeopleEvent["type"]> = Extract<PeopleEvent, { type: Type }>;

const receive = (
  sql: Sql,
  realmId: RealmId,
  userIds: readonly UserId[],
  op: "+" | "-",
  from: number,
): Promise<void> =>
  run(
    sql,
    `UPDATE subscriptions SET received = received ${op} int8multirange(int8range(?, NULL))
     WHERE realm_id = ? AND user_id = ANY(?) AND is_active`,
    [from, realmId, [...userIds]],
  );

/** The changes of each user together; a later one wins. */
const changesByUser = <Change extends object>(
  events: readonly { readonly userId: UserId; readonly change: Change }[],
): ReadonlyMap<UserId, Change> => {
  const changes = new Map<UserId, Change>();
  for (const { userId, change } of events) changes.set(userId, { ...changes.get(userId), ...change });
  return changes;
};

/** Changes users, in one statement for all with the same changed columns. */
export const changeUsers = async (
  sql: Sql,
  realmId: RealmId,
  events: readonly EventOf<"user_changed">[],
): Promise<void> => {
  const rows = [...changesByUser(events)].map(([id, change]) => ({ ...toRow(change), id }));
  for (const alike of groupedBy(rows, (row) => Object.keys(row).sort().join()).values()) {
    const columns = Object.keys(alike[0] ?? {}).filter((column) => column !== "id");
    if (columns.length > 0)
      await run(
        sql,
        `UPDATE users SET ${columns.map((column) => `${column} = changed.${column}`).join(", ")}
         FROM json_populate_recordset(NULL::users, ?::json) changed
         WHERE users.realm_id = ? AND users.id = changed.id`,
        [JSON.stringify(alike), realmId],
      );
  }
};

/** Changes users' statuses. */
export const changeStatuses = async (
  sql: Sql,
  realmId: RealmId,
  events: readonly EventOf<"user_status_changed">[],
): Promise<void> => {
  if (events.length === 0) return;
  const rows = [...changesByUser(events)].map(([id, status]) => ({ id, status }));
  await run(
    sql,
    `UPDATE users SET status = users.status || changed.status
     FROM json_to_recordset(?::json) AS changed (id bigint, status jsonb)
     WHERE users.realm_id = ? AND users.id = changed.id`,
    [JSON.stringify(rows), realmId],
  );
};

/** Ends accounts, with their sessions and queues. */
export const deactivateUsers = async (
  sql: Sql,
  realmId: RealmId,
  events: readonly EventOf<"user_deactivated">[],
): Promise<void> => {
  for (const [firstMessageId, together] of groupedBy(events, (event) => event.firstMessageId)) {
    const userIds = together.map(({ userId }) => userId);
    await run(sql, "UPDATE users SET is_active = false WHERE realm_id = ? AND id = ANY(?)", [
      realmId,
      userIds,
    ]);
    await receive(sql, realmId, userIds, "-", firstMessageId);
    for (const table of ["event_queues", "sessions"])
      await run(sql, `DELETE FROM ${table} WHERE realm_id = ? AND user_id = ANY(?)`, [realmId, userIds]);
  }
};

const reactivateUser = async (
  sql: Sql,
  realmId: RealmId,
  { userId, firstMessageId, apiKeyVersion }: EventOf<"user_reactivated">,
): Promise<void> => {
  await updateRow(sql, "users", realmId, userId, { isActive: true, apiKeyVersion });
  await receive(sql, realmId, [userId], "+", firstMessageId);
};

const changeSettings = (
  sql: Sql,
  realmId: RealmId,
  { userId, change, isOwnChoice }: EventOf<"user_settings_changed">,
): Promise<void> => {
  const settings = stored(userSettingsChangeCodec, change);
  const chosen = isOwnChoice ? Object.keys(settings) : [];
  return run(
    sql,
    `UPDATE users SET settings = settings || ?::jsonb,
       chosen_settings = chosen_settings || (SELECT coalesce(jsonb_agg(to_jsonb(name) ORDER BY place), '[]')
         FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS given (name, place)
         WHERE NOT chosen_settings @> to_jsonb(name))
     WHERE realm_id = ? AND id = ?`,
    [JSON.stringify(settings), chosen, realmId, userId],
  );
};

const setProfileFields = async (
  sql: Sql,
  realmId: RealmId,
  { fields, removedIds, ofUsers }: EventOf<"profile_fields_set">,
): Promise<void> => {
  await replaceList(sql, "profile_fields", realmId, fields);
  if (removedIds.length === 0) return;
  const keys = removedIds.map(String);
  await run(
    sql,
    `UPDATE users SET profile = profile - CAST(? AS text[])
     WHERE realm_id = ? AND jsonb_exists_any(profile, CAST(? AS text[]))
       ${ofUsers === undefined ? "" : "AND id = ANY(?)"}`,
    [keys, realmId, keys, ...(ofUsers === undefined ? [] : [[...ofUsers]])],
  );
};
