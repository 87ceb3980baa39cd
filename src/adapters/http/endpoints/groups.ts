import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { createGroup } from "../../../application/groups/create-group";
import { deactivateGroup } from "../../../application/groups/deactivate-group";
import type { GroupList } from "../../../application/groups/list-groups";
import { listGroups } from "../../../application/groups/list-groups";
import { isMember, listMembers, listSubgroups } from "../../../application/groups/query-membership";
import { updateGroup } from "../../../application/groups/update-group";
import { updateMembers } from "../../../application/groups/update-members";
import { updateSubgroups } from "../../../application/groups/update-subgroups";
import type { GroupSetting, GroupSettingUpdate } from "../../../domain/group-setting";
import { type GroupPermission, groupPermissions } from "../../../domain/user-group";
import { userId, userIds } from "../codecs/naming";
import { integer } from "../codecs/numbers";
import { optional, required, withDefault } from "../codecs/parameter";
import { givenPermissions, groupSetting, groupSettingUpdate, permissionParameters } from "../codecs/settings";
import { bool, json, nat, text } from "../codecs/wire-type";
import { encodeUserGroup } from "../encode/user-group";
import { done, endpoint } from "../endpoint";
import { JsonList } from "../json-body";

const ids = json(t.array(integer));

const idList = { type: "array", items: { type: "integer" } };
const groupPath = { user_group_id: required(nat) };
const listGroupsEndpoint = endpoint({
  method: "get",
  at: "/user_groups",
  section: "2.5",
  caller: "user",
  summary: "The organization's user groups",
  path: {},
  params: { include_deactivated_groups: withDefault(bool, false) },
  response: { user_groups: { type: "array", items: { type: "object" } } },
  use: listGroups,
  run: (listGroups, { caller }, given) =>
    map(({ state, groups }: GroupList) => ({
      user_groups: new JsonList(groups, (group) => encodeUserGroup(group, state, Date.now())),
    }))(listGroups(caller, given.include_deactivated_groups)),
});

const createGroupEndpoint = endpoint({
  method: "post",
  at: "/user_groups/create",
  caller: "user",
  cost: "bulk",
  summary: "Make a user group",
  path: {},
  params: {
    name: required(text),
    description: required(text),
    members: required(userIds),
    subgroups: withDefault(ids, []),
    ...permissionParameters(groupPermissions, groupSetting),
  },
  response: { group_id: { type: "integer" } },
  use: createGroup,
  run: (createGroup, { caller }, given) =>
    map((groupId: number) => ({ group_id: groupId }))(
      createGroup(caller, {
        name: given.name,
        description: given.description,
        memberIds: given.members,
        subgroupIds: given.subgroups,
        permissions: givenPermissions<GroupPermission, GroupSetting>(groupPermissions, given),
      }),
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
  run: (updateGroup, { caller }, given) =>
    done(
      updateGroup(caller, {
        groupId: given.user_group_id,
        name: given.name,
        description: given.description,
        isDeactivated: given.deactivated,
        permissions: givenPermissions<GroupPermission, GroupSettingUpdate>(groupPermissions, given),
      }),
    ),
});

const deactivateGroupEndpoint = endpoint({
  method: "post",
  at: "/user_groups/{user_group_id}/deactivate",
  section: "3",
  caller: "user",
  summary: "Take a user group out of use",
  path: groupPath,
  params: {},
  response: {},
  use: deactivateGroup,
  run: (deactivateGroup, { caller }, given) => done(deactivateGroup(caller, given.user_group_id)),
});

const updateGroupMembersEndpoint = endpoint({
  method: "post",
  at: "/user_groups/{user_group_id}/members",
  caller: "user",
  cost: "bulk",
  summary: "Change who is in a user group",
  path: groupPath,
  params: {
    add: withDefault(userIds, []),
    delete: withDefault(userIds, []),
    add_subgroups: withDefault(ids, []),
    delete_subgroups: withDefault(ids, []),
  },
  response: {},
  use: updateMembers,
  run: (updateMembers, { caller }, given) =>
    done(
      updateMembers(caller, {
        groupId: given.user_group_id,
        add: given.add,
        remove: given.delete,
        addSubgroups: given.add_subgroups,
        removeSubgroups: given.delete_subgroups,
      }),
    ),
});

const updateSubgroupsEndpoint = endpoint({
  method: "post",
  at: "/user_groups/{user_group_id}/subgroups",
  section: "4.16",
  caller: "user",
  cost: "bulk",
  summary: "Change the groups inside a user group",
  path: groupPath,
  params: { add: withDefault(ids, []), delete: withDefault(ids, []) },
  response: {},
  use: updateSubgroups,
  run: (updateSubgroups, { caller }, given) =>
    done(
      updateSubgroups(caller, {
        groupId: given.user_group_id,
        add: given.add,
        remove: given.delete,
      }),
    ),
});

const listGroupMembersEndpoint = endpoint({
  method: "get",
  at: "/user_groups/{user_group_id}/members",
  caller: "user",
  summary: "Who is in a user group",
  path: groupPath,
  params: { direct_member_only: withDefault(bool, false) },
  response: { members: idList },
  use: listMembers,
  run: (listMembers, { caller }, given) =>
    map((members: readonly number[]) => ({ members }))(
      listMembers(caller, {
        groupId: given.user_group_id,
        directOnly: given.direct_member_only,
      }),
    ),
});

const isGroupMemberEndpoint = endpoint({
  method: "get",
  at: "/user_groups/{user_group_id}/members/{user_id}",
  caller: "user",
  summary: "Whether a user is in a user group",
  path: { ...groupPath, user_id: required(userId) },
  params: { direct_member_only: withDefault(bool, false) },
  response: { is_user_group_member: { type: "boolean" } },
  use: isMember,
  run: (isMember, { caller }, given) =>
    map((isMember: boolean) => ({ is_user_group_member: isMember }))(
      isMember(caller, given.user_id, {
        groupId: given.user_group_id,
        directOnly: given.direct_member_only,
      }),
    ),
});

const listSubgroupsEndpoint = endpoint({
  method: "get",
  at: "/user_groups/{user_group_id}/subgroups",
  caller: "user",
  summary: "The groups inside a user group",
  path: groupPath,
  params: { direct_subgroup_only: withDefault(bool, false) },
  response: { subgroups: idList },
  use: listSubgroups,
  run: (listSubgroups, { caller }, given) =>
    map((subgroups: readonly number[]) => ({ subgroups }))(
      listSubgroups(caller, {
        groupId: given.user_group_id,
        directOnly: given.direct_subgroup_only,
      }),
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
