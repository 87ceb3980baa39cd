import { deactivateGroup } from "../../../src/application/groups/deactivate-group";
import { updateSubgroups } from "../../../src/application/groups/update-subgroups";
import { systemGroup } from "../../support/groups";
import { foundTown } from "../../support/town";

const town = () =>
  foundTown({
    people: { ben: "member", gina: "guest" },
    groups: { inner: ["ben"], middle: [], outer: [], gone: [] },
  });
type Change = { add?: readonly number[]; remove?: readonly number[] };
const changing = (groupId: number, change: Change) => ({ groupId, add: [], remove: [], ...change });

test("adds and removes subgroups, an event for each", async () => {
  const { owner, outer, inner, middle, group, eventsOf } = await town();
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
  const { owner, inner, middle, outer, group } = await town();
  await owner.does(updateSubgroups, changing(middle, { add: [inner] }));
  await owner.does(updateSubgroups, changing(outer, { add: [middle] }));
  for (const add of [[inner], [middle], [systemGroup.owners, outer]])
    expect(await owner.isRefused(updateSubgroups, changing(inner, { add }))).toBe(
      `User group ${inner} is already a subgroup of one of the passed subgroups.`,
    );
  expect((await group(inner)).subgroups).toEqual([]);
});

test("refuses what changes nothing, and unknown or deactivated groups", async () => {
  const { owner, outer, inner, gone } = await town();
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

test("takes the permissions for members, and no guest has them", async () => {
  const { ben, gina, owner, outer, inner } = await town();
  const change = changing(outer, { add: [inner] });
  expect(await ben.isRefused(updateSubgroups, change)).toBe("Insufficient permission");
  expect(await gina.isRefused(updateSubgroups, change)).toBe("Not allowed for guest users");
  expect(await owner.isRefused(updateSubgroups, changing(404, { add: [inner] }))).toBe("Invalid user group");
});
