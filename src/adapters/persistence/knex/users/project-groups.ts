import type { GroupChange } from "../../../../domain/events/people-event";
import type { GroupId, RealmId, UserId } from "../../../../domain/ids";
import { run, type Sql, updateRow } from "../database/rows";

/** Changes a group's own columns and its permissions. */
export const changeGroup = async (
  sql: Sql,
  realmId: RealmId,
  groupId: GroupId,
  { permissions, ...own }: GroupChange,
): Promise<void> => {
  await updateRow(sql, "user_groups", realmId, groupId, own);
  if (permissions !== undefined)
    await run(
      sql,
      "UPDATE user_groups SET permissions = permissions || ?::jsonb WHERE realm_id = ? AND id = ?",
      [JSON.stringify(permissions), realmId, groupId],
    );
};

/** Adds members or subgroups, or removes them. Ids keep the order in which they were added. */
export const changeIds = (
  sql: Sql,
  column: "members" | "subgroups",
  realmId: RealmId,
  groupId: GroupId,
  op: "add" | "remove",
  ids: readonly (UserId | GroupId)[],
): Promise<void> => {
  const changed =
    op === "add"
      ? `${column} || (SELECT coalesce(jsonb_agg(to_jsonb(id) ORDER BY place), '[]')
           FROM unnest(CAST(? AS bigint[])) WITH ORDINALITY AS given (id, place)
           WHERE id NOT IN (SELECT CAST(old AS bigint) FROM jsonb_array_elements(${column}) old))`
      : `(SELECT coalesce(jsonb_agg(id ORDER BY place), '[]')
           FROM jsonb_array_elements(${column}) WITH ORDINALITY AS old (id, place)
           WHERE NOT CAST(id AS bigint) = ANY(CAST(? AS bigint[])))`;
  return run(
    sql,
    `UPDATE user_groups SET ${column} = ${changed} WHERE realm_id = ? AND id = ? AND system_name IS NULL`,
    [[...ids], realmId, groupId],
  );
};
