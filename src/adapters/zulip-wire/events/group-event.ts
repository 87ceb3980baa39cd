import type { LoggedEvent, RealmEvent } from "../../../domain/events/event";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodePermissions } from "../encode/group-setting";
import { encodeSeenGroup, seenMembers } from "../encode/seen-members";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

const entry = (op: string, fields: object): readonly EventEntry[] => [
  { category: "user_group", body: { type: "user_group", op, ...fields } },
];

export const groupCreated = (
  { group }: EventOf<"group_created">,
  { state, user, now }: EventReader,
): readonly EventEntry[] => entry("add", { group: encodeSeenGroup(group, state, user, now) });

/** Clients that do not know deactivated groups get them removed and added instead. */
export const groupChanged = (
  { groupId, change, isDeactivated: isDeactivatedNow }: EventOf<"group_changed">,
  { state, user, now, presentation }: EventReader,
): readonly EventEntry[] => {
  const group = state.groups.get(groupId);
  if (group === undefined) return [];
  const { name, description, isDeactivated, permissions } = change;
  if (!presentation.includeDeactivatedGroups) {
    if (isDeactivated === true) return entry("remove", { group_id: groupId });
    if (isDeactivated === false) return entry("add", { group: encodeSeenGroup(group, state, user, now) });
    if (isDeactivatedNow) return [];
  }
  return entry("update", {
    group_id: groupId,
    data: {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(isDeactivated !== undefined && { deactivated: isDeactivated }),
      ...(permissions !== undefined && encodePermissions(permissions, state)),
    },
  });
};

export const groupMembersChanged = (
  { groupId, op, userIds, isDeactivated }: EventOf<"group_members_changed">,
  { state, user, now, presentation }: EventReader,
): readonly EventEntry[] => {
  if (isDeactivated && !presentation.includeDeactivatedGroups) return [];
  const user_ids = seenMembers(userIds, state, user, now);
  return user_ids.length === 0 ? [] : entry(`${op}_members`, { group_id: groupId, user_ids });
};

export const groupSubgroupsChanged = (
  { groupId, op, subgroupIds, isDeactivated }: EventOf<"group_subgroups_changed">,
  { presentation }: EventReader,
): readonly EventEntry[] =>
  isDeactivated && !presentation.includeDeactivatedGroups
    ? []
    : entry(`${op}_subgroups`, { group_id: groupId, direct_subgroup_ids: subgroupIds });
