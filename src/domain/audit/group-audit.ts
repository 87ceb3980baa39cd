import type { EventOf } from "../events/event-family";
import type { PeopleEvent } from "../events/people-event";
import type { GroupId } from "../ids";
import type { AuditRecord, AuditTarget } from "./audit-entry";
import { type AuditRules, type AuditStep, record } from "./audit-rule";
import { auditValues, changedValues, isUnchanged } from "./audit-values";

type GroupEvents = Extract<
  PeopleEvent,
  { type: "group_created" | "group_changed" | "group_members_changed" | "group_subgroups_changed" }
>;

const aboutGroup = (id: GroupId): AuditTarget => ({ type: "user_group", id });

const groupChanged = (
  { groupId, change }: EventOf<GroupEvents, "group_changed">,
  { before }: AuditStep,
): readonly AuditRecord[] => {
  const group = before.groups.get(groupId);
  if (group === undefined) return [];
  const { permissions = {}, isDeactivated, ...fields } = change;
  const properties = changedValues({ ...group, ...group.permissions }, { ...fields, ...permissions });
  return [
    ...(isDeactivated === undefined
      ? []
      : [record(isDeactivated ? "user_group_deactivated" : "user_group_reactivated", aboutGroup(groupId))]),
    ...(isUnchanged(properties) ? [] : [record("user_group_changed", aboutGroup(groupId), properties)]),
  ];
};

/** Audit rules for events about groups. System groups are not audited: they come with the realm. */
export const groupAuditRules: AuditRules<GroupEvents> = {
  group_created: ({ group: { id, name, members, subgroups, permissions, systemName } }) =>
    systemName === null
      ? [
          record("user_group_created", aboutGroup(id), {
            after: auditValues({ name, members, subgroups, ...permissions }),
          }),
        ]
      : [],
  group_changed: groupChanged,
  group_members_changed: ({ groupId, op, userIds }) => [
    record(op === "add" ? "user_group_members_added" : "user_group_members_removed", aboutGroup(groupId), {
      [op === "add" ? "after" : "before"]: auditValues({ userIds }),
    }),
  ],
  group_subgroups_changed: ({ groupId, op, subgroupIds }) => [
    record(
      op === "add" ? "user_group_subgroups_added" : "user_group_subgroups_removed",
      aboutGroup(groupId),
      {
        [op === "add" ? "after" : "before"]: auditValues({ subgroupIds }),
      },
    ),
  ],
};
