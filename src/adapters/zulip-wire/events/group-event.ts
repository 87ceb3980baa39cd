import type { LoggedEvent, RealmEvent } from "../../../domain/events/event";
import type { RealmState } from "../../../domain/state/realm-state";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodeUserGroup } from "../encode/user-group";
import { viewOf, visibleMembers } from "../encode/visible-members";
import { changedPermissions } from "./changed-permissions";
import { membersEntry } from "./membership-entries";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

const entry = (op: string, fields: object): readonly EventEntry[] => [
  { category: "user_group", body: { type: "user_group", op, ...fields } },
];

export const groupCreated = (
  { group }: EventOf<"group_created">,
  { state, user, now }: EventReader,
): readonly EventEntry[] => entry("add", { group: encodeUserGroup(group, viewOf(state, user, now), now) });

/** Clients that do not know deactivated groups get them removed and added instead. */
export const groupChanged = (
  { groupId, change, isDeactivated: isDeactivatedNow }: EventOf<"group_changed">,
  before: RealmState,
  reader: EventReader,
): readonly EventEntry[] => {
  const { state, user, now, presentation } = reader;
  const group = state.groups.get(groupId);
  if (group === undefined) return [];
  const { name, description, isDeactivated, permissions } = change;
  if (!presentation.includeDeactivatedGroups) {
    if (isDeactivated === true) return entry("remove", { group_id: groupId });
    if (isDeactivated === false)
      return entry("add", { group: encodeUserGroup(group, viewOf(state, user, now), now) });
    if (isDeactivatedNow) return [];
  }
  const permissionsBefore = before.groups.get(groupId)?.permissions ?? {};
  const data = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(isDeactivated !== undefined && { deactivated: isDeactivated }),
    ...(permissions !== undefined && changedPermissions(permissions, permissionsBefore, before, reader)),
  };
  return Object.keys(data).length === 0 ? [] : entry("update", { group_id: groupId, data });
};

export const groupMembersChanged = (
  { groupId, op, userIds, isDeactivated }: EventOf<"group_members_changed">,
  { state, user, now, presentation }: EventReader,
): readonly EventEntry[] => {
  if (isDeactivated && !presentation.includeDeactivatedGroups) return [];
  const seen = visibleMembers(userIds, viewOf(state, user, now));
  return seen.length === 0 ? [] : [membersEntry(`${op}_members`, groupId, seen)];
};

export const groupSubgroupsChanged = (
  { groupId, op, subgroupIds, isDeactivated }: EventOf<"group_subgroups_changed">,
  { presentation }: EventReader,
): readonly EventEntry[] =>
  isDeactivated && !presentation.includeDeactivatedGroups
    ? []
    : entry(`${op}_subgroups`, { group_id: groupId, direct_subgroup_ids: subgroupIds });
