import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { GroupList } from "../../../application/groups/list-groups";
import type { GroupSetting, GroupSettingUpdate } from "../../../domain/group-setting";
import { type GroupPermission, groupPermissions } from "../../../domain/user-group";
import { userId, userIds } from "../codecs/naming";
import { optional, required, withDefault } from "../codecs/parameter";
import { givenPermissions, groupSetting, groupSettingUpdate, permissionParameters } from "../codecs/settings";
import { bool, integer, json, nat, text } from "../codecs/wire-type";
import { encodeUserGroup } from "../encode/user-group";
import { done, endpoint } from "../endpoint";

const ids = json(t.array(integer));

const idList = { type: "array", items: { type: "integer" } };
const groupPath = { user_group_id: required(nat) };
const listGroups = endpoint({
  method: "get",
  at: "/user_groups",
  section: "2.5",
  caller: "user",
  summary: "The organization's user groups",
  path: {},
  params: { include_deactivated_groups: withDefault(bool, false) },
  response: { user_groups: { type: "array", items: { type: "object" } } },
  run: (app, { caller }, given) =>
    map(({ state, groups }: GroupList) => ({
      user_groups: groups.map((group) => encodeUserGroup(group, state, Date.now())),
    }))(app.groups.list(caller, given.include_deactivated_groups)),
});

const createGroup = endpoint({
  method: "post",
  at: "/user_groups/create",
  caller: "user",
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
  run: (app, { caller }, given) =>
    map((groupId: number) => ({ group_id: groupId }))(
      app.groups.create(caller, {
        name: given.name,
        description: given.description,
        memberIds: given.members,
        subgroupIds: given.subgroups,
        permissions: givenPermissions<GroupPermission, GroupSetting>(groupPermissions, given),
      }),
    ),
});

const updateGroup = endpoint({
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
  run: (app, { caller }, given) =>
    done(
      app.groups.update(caller, {
        groupId: given.user_group_id,
        name: given.name,
        description: given.description,
        isDeactivated: given.deactivated,
        permissions: givenPermissions<GroupPermission, GroupSettingUpdate>(groupPermissions, given),
      }),
    ),
});

const deactivateGroup = endpoint({
  method: "post",
  at: "/user_groups/{user_group_id}/deactivate",
  section: "3",
  caller: "user",
  summary: "Take a user group out of use",
  path: groupPath,
  params: {},
  response: {},
  run: (app, { caller }, given) => done(app.groups.deactivate(caller, given.user_group_id)),
});

const updateGroupMembers = endpoint({
  method: "post",
  at: "/user_groups/{user_group_id}/members",
  caller: "user",
  summary: "Change who is in a user group",
  path: groupPath,
  params: {
    add: withDefault(userIds, []),
    delete: withDefault(userIds, []),
    add_subgroups: withDefault(ids, []),
    delete_subgroups: withDefault(ids, []),
  },
  response: {},
  run: (app, { caller }, given) =>
    done(
      app.groups.updateMembers(caller, {
        groupId: given.user_group_id,
        add: given.add,
        remove: given.delete,
        addSubgroups: given.add_subgroups,
        removeSubgroups: given.delete_subgroups,
      }),
    ),
});

const updateSubgroups = endpoint({
  method: "post",
  at: "/user_groups/{user_group_id}/subgroups",
  section: "4.16",
  caller: "user",
  summary: "Change the groups inside a user group",
  path: groupPath,
  params: { add: withDefault(ids, []), delete: withDefault(ids, []) },
  response: {},
  run: (app, { caller }, given) =>
    done(
      app.groups.updateSubgroups(caller, {
        groupId: given.user_group_id,
        add: given.add,
        remove: given.delete,
      }),
    ),
});

const listGroupMembers = endpoint({
  method: "get",
  at: "/user_groups/{user_group_id}/members",
  caller: "user",
  summary: "Who is in a user group",
  path: groupPath,
  params: { direct_member_only: withDefault(bool, false) },
  response: { members: idList },
  run: (app, { caller }, given) =>
    map((members: readonly number[]) => ({ members }))(
      app.groups.listMembers(caller, {
        groupId: given.user_group_id,
        directOnly: given.direct_member_only,
      }),
    ),
});

const isGroupMember = endpoint({
  method: "get",
  at: "/user_groups/{user_group_id}/members/{user_id}",
  caller: "user",
  summary: "Whether a user is in a user group",
  path: { ...groupPath, user_id: required(userId) },
  params: { direct_member_only: withDefault(bool, false) },
  response: { is_user_group_member: { type: "boolean" } },
  run: (app, { caller }, given) =>
    map((isMember: boolean) => ({ is_user_group_member: isMember }))(
      app.groups.isMember(caller, given.user_id, {
        groupId: given.user_group_id,
        directOnly: given.direct_member_only,
      }),
    ),
});

const listSubgroups = endpoint({
  method: "get",
  at: "/user_groups/{user_group_id}/subgroups",
  caller: "user",
  summary: "The groups inside a user group",
  path: groupPath,
  params: { direct_subgroup_only: withDefault(bool, false) },
  response: { subgroups: idList },
  run: (app, { caller }, given) =>
    map((subgroups: readonly number[]) => ({ subgroups }))(
      app.groups.listSubgroups(caller, {
        groupId: given.user_group_id,
        directOnly: given.direct_subgroup_only,
      }),
    ),
});

export const groupEndpoints = [
  listGroups,
  createGroup,
  updateGroup,
  deactivateGroup,
  listGroupMembers,
  updateGroupMembers,
  isGroupMember,
  listSubgroups,
  updateSubgroups,
];
