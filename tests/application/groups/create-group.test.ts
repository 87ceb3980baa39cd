import { createGroup } from "../../../src/application/groups/create-group";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/memory-application";

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
])("%s is refused", async (_what, change, message) => {
  expect(refusalOf(await createGroup(world.services)(world.owner, { ...wanted, ...change })())).toBe(message);
});

test("group names are unique, ignoring case", async () => {
  await createGroup(world.services)(world.owner, wanted)();
  const again = await createGroup(world.services)(world.owner, { ...wanted, name: "MAPPERS" })();
  expect(refusalOf(again)).toBe("User group 'MAPPERS' already exists.");
});
