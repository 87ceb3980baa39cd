import type { EventOf } from "../event-family";
import type { PeopleEvent } from "../people-event";
import type { AuditRecord, AuditTarget } from "./audit-entry";
import { type AuditRules, type AuditStep, record } from "./audit-rule";
import { auditValues, changedValues, isUnchanged } from "./audit-values";

type GroupEvents = Extract<
  PeopleEvent,
  { type: "group_created" | "group_changed" | "group_members_changed" | "group_subgroups_changed" }
>;

const about = (id: number): AuditTarget => ({ type: "user_group", id });

const groupChanged = (
  { groupId, change }: EventOf<GroupEvents, "group_changed">,
  { before }: AuditStep,
): readonly AuditRecord[] => {
  const group = before.groups.get(groupId);
  if (group === undefined) return [];
  const { permissions = {}, isDeactivated, ...words } = change;
  const properties = changedValues({ ...group, ...group.permissions }, { ...words, ...permissions });
  return [
    ...(isDeactivated === undefined
      ? []
      : [record(isDeactivated ? "user_group_deactivated" : "user_group_reactivated", about(groupId))]),
    ...(isUnchanged(properties) ? [] : [record("user_group_changed", about(groupId), properties)]),
  ];
};

/** What events about groups leave in the audit log. System groups are as old as the realm. */
export const groupAuditRules: AuditRules<GroupEvents> = {
  group_created: ({ group: { id, name, members, subgroups, permissions, systemName } }) =>
    systemName === null
      ? [
          record("user_group_created", about(id), {
            after: auditValues({ name, members, subgroups, ...permissions }),
          }),
        ]
      : [],
  group_changed: groupChanged,
  group_members_changed: ({ groupId, op, userIds }) => [
    record(op === "add" ? "user_group_members_added" : "user_group_members_removed", about(groupId), {
      [op === "add" ? "after" : "before"]: auditValues({ userIds }),
    }),
  ],
  group_subgroups_changed: ({ groupId, op, subgroupIds }) => [
    record(op === "add" ? "user_group_subgroups_added" : "user_group_subgroups_removed", about(groupId), {
      [op === "add" ? "after" : "before"]: auditValues({ subgroupIds }),
    }),
  ],
};
