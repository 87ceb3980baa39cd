import { createGroup } from "../../../src/application/groups/create-group";
import { deactivateGroup } from "../../../src/application/groups/deactivate-group";
import { updateSubgroups } from "../../../src/application/groups/update-subgroups";
import { mostNestedGroups } from "../../../src/domain/policy/permission";
import { memoryRealm } from "../../support/application/memory-realm";
import { aGroup } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({
    people: { ben: "member", gina: "guest" },
    groups: { inner: ["ben"], middle: [], outer: [], gone: [] },
  });
type Change = { add?: readonly number[]; remove?: readonly number[] };
const changing = (groupId: number, change: Change) => ({ groupId, add: [], remove: [], ...change });

test("adds and removes subgroups, an event for each", async () => {
  const { owner, outer, inner, middle, group, eventsOf } = await realm();
  await owner.does(updateSubgroups, changing(outer, { add: [inner, inner] }));
  expect(
    await eventsOf(() => owner.does(updateSubgroups, changing(outer, { add: [middle], remove: [inner] }))),
  ).toMatchObject([
    { type: "group_subgroups_changed", groupId: outer, op: "add", subgroupIds: [middle] },
    { type: "group_subgroups_changed", groupId: outer, op: "remove", subgroupIds: [inner] },
  ]);
  expect((await group(outer)).subgroups).toEqual([middle]);
});

test("no group contains itself, directly or through others", async () => {
  const { owner, inner, middle, outer, group } = await realm();
  await owner.does(updateSubgroups, changing(middle, { add: [inner] }));
  await owner.does(updateSubgroups, changing(outer, { add: [middle] }));
  for (const add of [[inner], [middle], [systemGroup.owners, outer]])
    expect(await owner.isRefused(updateSubgroups, changing(inner, { add }))).toBe(
      `User group ${inner} is already a subgroup of one of the passed subgroups.`,
    );
  expect((await group(inner)).subgroups).toEqual([]);
});

test("refuses changes without effect, and unknown or deactivated groups", async () => {
  const { owner, outer, inner, gone } = await realm();
  await owner.does(updateSubgroups, changing(outer, { add: [inner] }));
  await owner.does(deactivateGroup, gone);
  for (const [change, message] of [
    [{}, 'Nothing to do. Specify at least one of "add" or "delete".'],
    [{ add: [inner] }, `User group ${inner} is already a subgroup of this group.`],
    [{ remove: [gone] }, `User group ${gone} is not a subgroup of this group.`],
    [{ add: [999] }, "Invalid user group ID: 999"],
    [{ remove: [999] }, "Invalid user group ID: 999"],
    [{ add: [gone] }, "User group is deactivated."],
  ] as const)
    expect(await owner.isRefused(updateSubgroups, changing(outer, change))).toBe(message);
});

test("requires the permission to change members, which guests never have", async () => {
  const { ben, gina, owner, outer, inner } = await realm();
  const change = changing(outer, { add: [inner] });
  expect(await ben.isRefused(updateSubgroups, change)).toBe("Insufficient permission");
  expect(await gina.isRefused(updateSubgroups, change)).toBe("Not allowed for guest users");
  expect(await owner.isRefused(updateSubgroups, changing(404, { add: [inner] }))).toBe("Invalid user group");
});

test("a group contains at most 100 groups, at any depth, also as part of another", async () => {
  const { owner, append, inner, middle, outer, group } = await realm();
  const ids = Array.from({ length: mostNestedGroups }, (_, index) => 1000 + index);
  await append(
    ...ids.map((id) => ({ type: "group_created", group: aGroup({ id, name: `group ${id}` }) }) as const),
  );
  const [last = 0, ...most] = ids;
  await owner.does(updateSubgroups, changing(outer, { add: [middle, ...most] }));
  const refusal = "A group can contain at most 100 groups, at any depth.";
  expect(await owner.isRefused(updateSubgroups, changing(outer, { add: [last] }))).toBe(refusal);
  expect(await owner.isRefused(updateSubgroups, changing(middle, { add: [last] }))).toBe(refusal);
  expect(await owner.isRefused(createGroup, aNewGroup([outer]))).toBe(refusal);
  expect((await group(middle)).subgroups).toEqual([]);
  await owner.does(updateSubgroups, changing(inner, { add: [last] }));
  await owner.does(createGroup, aNewGroup([middle, ...most]));
});
const aNewGroup = (subgroupIds: readonly number[]) => ({
  name: "a new group",
  description: "",
  memberIds: [],
  subgroupIds,
  permissions: {},
});
