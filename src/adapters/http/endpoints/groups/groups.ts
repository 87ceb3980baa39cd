import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { createGroup } from "../../../../application/groups/create-group";
import { deactivateGroup } from "../../../../application/groups/deactivate-group";
import { isMember } from "../../../../application/groups/is-member";
import { listGroups } from "../../../../application/groups/list-groups";
import { listMembers } from "../../../../application/groups/list-members";
import { listSubgroups } from "../../../../application/groups/list-subgroups";
import { updateGroup } from "../../../../application/groups/update-group";
import { updateMembers } from "../../../../application/groups/update-members";
import { updateSubgroups } from "../../../../application/groups/update-subgroups";
import type { GroupSetting, GroupSettingUpdate } from "../../../../domain/groups/group-setting";
import { type GroupPermission, groupPermissions } from "../../../../domain/groups/user-group";
import { groupId, groupIds, userId, userIds } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import {
  groupSetting,
  groupSettingUpdate,
  permissionParameters,
  permissionsIn,
} from "../../../zulip-wire/codecs/settings";
import { bool, text } from "../../../zulip-wire/codecs/wire-type";
import { userGroupJson } from "../../../zulip-wire/encode/user-group";
import { viewOf } from "../../../zulip-wire/encode/visible-members";
import { JsonList } from "../../../zulip-wire/json";
import { done, endpoint } from "../../declaration/endpoint";

const idList = { type: "array", items: { type: "integer" } };
const groupPath = { user_group_id: required(groupId) };
const listGroupsEndpoint = endpoint({
  method: "get",
  at: "/user_groups",
  section: "2.5",
  caller: "user",
  summary: "List the organization's user groups",
  path: {},
  params: { include_deactivated_groups: withDefault(bool, false) },
  response: { user_groups: { type: "array", items: { type: "object" } } },
  use: listGroups,
  run: (listGroups, context, input) =>
    pipe(
      listGroups(context.caller, input.include_deactivated_groups),
      TE.map(({ state, user, groups }) => {
        const now = context.now();
        const view = viewOf(state, user, now);
        return { user_groups: new JsonList(groups, (group) => userGroupJson(group, view, now)) };
      }),
    ),
});

const createGroupEndpoint = endpoint({
  method: "post",
  at: "/user_groups/create",
  caller: "user",
  cost: "bulk",
  summary: "Create a user group",
  path: {},
  params: {
    name: required(text),
    description: required(text),
    members: required(userIds),
    subgroups: withDefault(groupIds, []),
    ...permissionParameters(groupPermissions, groupSetting),
  },
  response: { group_id: { type: "integer" } },
  use: createGroup,
  run: (createGroup, { caller }, input) =>
    pipe(
      createGroup(caller, {
        name: input.name,
        description: input.description,
        memberIds: input.members,
        subgroupIds: input.subgroups,
        permissions: permissionsIn<GroupPermission, GroupSetting>(groupPermissions, input),
      }),
      TE.map((groupId) => ({ group_id: groupId })),
    ),
});

const updateGroupEndpoint = endpoint({
  method: "patch",
  at: "/user_groups/{user_group_id}",
  section: "4.3",
  caller: "user",
  summary: "Change a user group, or reactivate it",
  path: groupPath,
  params: {
    name: optional(text),
    description: optional(text),
    deactivated: optional(bool),
    ...permissionParameters(groupPermissions, groupSettingUpdate),
  },
  response: {},
  use: updateGroup,
  run: (updateGroup, { caller }, input) =>
    done(
      updateGroup(caller, {
        groupId: input.user_group_id,
        name: input.name,
        description: input.description,
        isDeactivated: input.deactivated,
        permissions: permissionsIn<GroupPermission, GroupSettingUpdate>(groupPermissions, input),
      }),
    ),
});

const deactivateGroupEndpoint = endpoint({
  method: "post",
  at: "/user_groups/{user_group_id}/deactivate",
  section: "3",
  caller: "user",
  summary: "Deactivate a user group",
  path: groupPath,
  params: {},
  response: {},
  use: deactivateGroup,
  run: (deactivateGroup, { caller }, input) => done(deactivateGroup(caller, input.user_group_id)),
});

const updateGroupMembersEndpoint = endpoint({
  method: "post",
  at: "/user_groups/{user_group_id}/members",
  caller: "user",
  cost: "bulk",
  summary: "Change the members of a user group",
  path: groupPath,
  params: {
    add: withDefault(userIds, []),
    delete: withDefault(userIds, []),
    add_subgroups: withDefault(groupIds, []),
    delete_subgroups: withDefault(groupIds, []),
  },
  response: {},
  use: updateMembers,
  run: (updateMembers, { caller }, input) =>
    done(
      updateMembers(caller, {
        groupId: input.user_group_id,
        add: input.add,
        remove: input.delete,
        addSubgroups: input.add_subgroups,
        removeSubgroups: input.delete_subgroups,
      }),
    ),
});

const updateSubgroupsEndpoint = endpoint({
  method: "post",
  at: "/user_groups/{user_group_id}/subgroups",
  section: "4.16",
  caller: "user",
  cost: "bulk",
  summary: "Change the subgroups of a user group",
  path: groupPath,
  params: { add: withDefault(groupIds, []), delete: withDefault(groupIds, []) },
  response: {},
  use: updateSubgroups,
  run: (updateSubgroups, { caller }, input) =>
    done(
      updateSubgroups(caller, {
        groupId: input.user_group_id,
        add: input.add,
        remove: input.delete,
      }),
    ),
});

const listGroupMembersEndpoint = endpoint({
  method: "get",
  at: "/user_groups/{user_group_id}/members",
  caller: "user",
  summary: "List the members of a user group",
  path: groupPath,
  params: { direct_member_only: withDefault(bool, false) },
  response: { members: idList },
  use: listMembers,
  run: (listMembers, { caller }, input) =>
    pipe(
      listMembers(caller, {
        groupId: input.user_group_id,
        directOnly: input.direct_member_only,
      }),
      TE.map((members) => ({ members })),
    ),
});

const isGroupMemberEndpoint = endpoint({
  method: "get",
  at: "/user_groups/{user_group_id}/members/{user_id}",
  caller: "user",
  summary: "Check whether a user is a member of a user group",
  path: { ...groupPath, user_id: required(userId) },
  params: { direct_member_only: withDefault(bool, false) },
  response: { is_user_group_member: { type: "boolean" } },
  use: isMember,
  run: (isMember, { caller }, input) =>
    pipe(
      isMember(caller, input.user_id, {
        groupId: input.user_group_id,
        directOnly: input.direct_member_only,
      }),
      TE.map((isMember) => ({ is_user_group_member: isMember })),
    ),
});

const listSubgroupsEndpoint = endpoint({
  method: "get",
  at: "/user_groups/{user_group_id}/subgroups",
  caller: "user",
  summary: "List the subgroups of a user group",
  path: groupPath,
  params: { direct_subgroup_only: withDefault(bool, false) },
  response: { subgroups: idList },
  use: listSubgroups,
  run: (listSubgroups, { caller }, input) =>
    pipe(
      listSubgroups(caller, {
        groupId: input.user_group_id,
        directOnly: input.direct_subgroup_only,
      }),
      TE.map((subgroups) => ({ subgroups })),
    ),
});

export const groupEndpoints = [
  listGroupsEndpoint,
  createGroupEndpoint,
  updateGroupEndpoint,
  deactivateGroupEndpoint,
  listGroupMembersEndpoint,
  updateGroupMembersEndpoint,
  isGroupMemberEndpoint,
  listSubgroupsEndpoint,
  updateSubgroupsEndpoint,
];
