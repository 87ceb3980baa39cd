import { deactivateGroup } from "../../../src/application/groups/deactivate-group";
import { updateGroup } from "../../../src/application/groups/update-group";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({
    people: { ben: "member", mo: "moderator", gina: "guest" },
    groups: { crew: ["ben"], taken: [] },
  });
type Update = Parameters<ReturnType<typeof updateGroup>>[1];
const changing = (groupId: number, change: Partial<Update>): Update => ({
  groupId,
  name: undefined,
  description: undefined,
  isDeactivated: undefined,
  permissions: {},
  ...change,
});

test("one event has exactly the changes", async () => {
  const { owner, ben, crew, eventsOf } = await realm();
  const change = {
    name: " Rowers ",
    description: "",
    permissions: {
      canMentionGroup: { new: onlyUser(ben.id) },
      canJoinGroup: { new: systemGroup.nobody, old: systemGroup.nobody },
    },
  };
  expect(await eventsOf(() => owner.does(updateGroup, changing(crew, change)))).toEqual([
    {
      type: "group_changed",
      groupId: crew,
      change: { name: "Rowers", permissions: { canMentionGroup: onlyUser(ben.id) } },
      isDeactivated: false,
    },
  ]);
  expect(await eventsOf(() => owner.does(updateGroup, changing(crew, { name: "Rowers" })))).toEqual([]);
});

test.each<[string, Partial<Update>, string]>([
  ["nothing", {}, "No new data supplied"],
  ["an empty name", { name: " " }, "User group name can't be empty!"],
  ["a taken name", { name: "TAKEN" }, "User group 'TAKEN' already exists."],
  ["a reserved name", { name: "@crew" }, "User group name cannot start with '@'."],
  ["a control character", { name: "a\u0007" }, "Invalid characters in user group name!"],
  [
    "a permission that changed meanwhile",
    { permissions: { canJoinGroup: { new: systemGroup.members, old: systemGroup.owners } } },
    "'old' value does not match the expected value.",
  ],
])("refuses %s", async (_what, change, message) => {
  const { owner, crew } = await realm();
  expect(await owner.isRefused(updateGroup, changing(crew, change))).toBe(message);
});

test("a name can change its case", async () => {
  const { owner, crew, group } = await realm();
  await owner.does(updateGroup, changing(crew, { name: "CREW" }));
  expect((await group(crew)).name).toBe("CREW");
});

test("a group's managers can change it, and nobody can change a system group", async () => {
  const { owner, ben, mo, gina, crew, group } = await realm();
  const describing = changing(crew, { description: "x" });
  for (const one of [ben, mo])
    expect(await one.isRefused(updateGroup, describing)).toBe("Insufficient permission");
  const permissions = { canManageGroup: { new: onlyUser(ben.id) } };
  await owner.does(updateGroup, changing(crew, { permissions }));
  await ben.does(updateGroup, describing);
  expect((await group(crew)).description).toBe("x");
  expect(await gina.isRefused(updateGroup, describing)).toBe("Not allowed for guest users");
  expect(await owner.isRefused(updateGroup, changing(404, { name: "x" }))).toBe("Invalid user group");
  expect(await owner.isRefused(updateGroup, changing(systemGroup.members, { name: "x" }))).toBe(
    "Insufficient permission",
  );
});

test("reactivates a group and changes it in the same request", async () => {
  const { owner, crew, eventsOf } = await realm();
  await owner.does(deactivateGroup, crew);
  const event = { type: "group_changed", groupId: crew };
  expect(await eventsOf(() => owner.does(updateGroup, changing(crew, { name: "Later" })))).toEqual([
    { ...event, change: { name: "Later" }, isDeactivated: true },
  ]);
  const change = { isDeactivated: false, name: "Again" };
  expect(await eventsOf(() => owner.does(updateGroup, changing(crew, change)))).toEqual([
    { ...event, change: { isDeactivated: false }, isDeactivated: false },
    { ...event, change: { name: "Again" }, isDeactivated: false },
  ]);
  expect(await eventsOf(() => owner.does(updateGroup, changing(crew, { isDeactivated: true })))).toEqual([]);
});
