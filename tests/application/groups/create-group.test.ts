import { createGroup } from "../../../src/application/groups/create-group";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const wanted = {
  name: "mappers",
  description: "Who draws",
  memberIds: [1],
  subgroupIds: [],
  permissions: {},
};

test("the creator of a group manages it", async () => {
  const id = successOf(await createGroup(world.services)(world.owner, wanted)());
  const group = (await world.services.directory.stateOf(world.realmId)).groups.get(id);
  expect(group).toMatchObject({ name: "mappers", systemName: null, creatorId: 1 });
  expect(group?.permissions.canManageGroup).toEqual({ directMembers: [1], directSubgroups: [] });
});

test.each([
  ["an empty name", { name: " " }, "User group name can't be empty!"],
  ["a long name", { name: "g".repeat(101) }, "User group name cannot exceed 100 characters."],
  ["a system group's name", { name: "role:members" }, "User group name cannot start with 'role:'."],
  ["an unknown member", { memberIds: [404] }, "Invalid user ID: 404"],
  [
    "a long description",
    { description: "d".repeat(10_001) },
    "description is too long (limit: 10000 characters)",
  ],
])("%s is refused", async (_what, change, message) => {
  expect(refusalOf(await createGroup(world.services)(world.owner, { ...wanted, ...change })())).toBe(message);
});

test("group names are unique, ignoring case", async () => {
  await createGroup(world.services)(world.owner, wanted)();
  const again = await createGroup(world.services)(world.owner, { ...wanted, name: "MAPPERS" })();
  expect(refusalOf(again)).toBe("User group 'MAPPERS' already exists.");
  await createGroup(world.services)(world.owner, { ...wanted, name: "ΟΔΟΣ" })();
  const greek = await createGroup(world.services)(world.owner, { ...wanted, name: "οδοσ" })();
  expect(refusalOf(greek)).toBe("User group 'οδοσ' already exists.");
  const wide = await createGroup(world.services)(world.owner, { ...wanted, name: "ｍappers" })();
  expect(refusalOf(wide)).toBe("User group 'ｍappers' already exists.");
});

test.each<[string, object, string]>([
  ["an unknown subgroup", { subgroupIds: [999] }, "Invalid user group ID: 999"],
  ["an unknown permission group", { permissions: { canJoinGroup: 999 } }, "Invalid user group"],
  [
    "a permission given to guests that members must have",
    { permissions: { canJoinGroup: systemGroup.everyone } },
    "'can_join_group' setting cannot be set to 'role:everyone' group.",
  ],
  [
    "a permission that names more people than anybody lists",
    {
      permissions: {
        canJoinGroup: { directMembers: Array.from({ length: 501 }, (_, id) => id), directSubgroups: [] },
      },
    },
    "'can_join_group' can name at most 500 people and 100 groups. Use a user group.",
  ],
])("%s is refused", async (_what, change, message) => {
  expect(refusalOf(await createGroup(world.services)(world.owner, { ...wanted, ...change })())).toBe(message);
});

test("a new group has its members and subgroups once, and the permissions given", async () => {
  const { ben, inner, group } = await memoryRealm({ people: { ben: "member" }, groups: { inner: [] } });
  const id = await ben.does(createGroup, {
    ...wanted,
    name: " mappers ",
    memberIds: [1, ben.id, 1],
    subgroupIds: [inner, inner],
    permissions: { canMentionGroup: { directMembers: [], directSubgroups: [systemGroup.members] } },
  });
  expect(await group(id)).toMatchObject({ name: "mappers", subgroups: [inner], creatorId: ben.id });
  const { canMentionGroup, canManageGroup } = (await group(id)).permissions;
  expect(canMentionGroup).toBe(systemGroup.members);
  expect(canManageGroup).toEqual(onlyUser(ben.id));
});

test("creating groups requires the realm's permission", async () => {
  const { ben, gina, allow } = await memoryRealm({ people: { ben: "member", gina: "guest" } });
  expect(await gina.isRefused(createGroup, wanted)).toBe("Insufficient permission");
  await allow("canCreateGroups", systemGroup.moderators);
  expect(await ben.isRefused(createGroup, wanted)).toBe("Insufficient permission");
});
