import { listSubgroups } from "../../../src/application/groups/list-subgroups";
import { all, direct, nestedGroups } from "../../support/application/nested-groups";
import { systemGroup } from "../../support/builders/groups";

test("subgroups are listed with those within them, or without", async () => {
  const { ann, outer, middle, inner } = await nestedGroups();
  expect(await ann.does(listSubgroups, all(outer))).toEqual([middle, inner]);
  expect(await ann.does(listSubgroups, direct(outer))).toEqual([middle]);
  expect(await ann.does(listSubgroups, direct(systemGroup.administrators))).toEqual([systemGroup.owners]);
});

test("guests learn nothing about groups, and unknown groups are refused", async () => {
  const { ann, gina, outer } = await nestedGroups();
  expect(await gina.isRefused(listSubgroups, all(outer))).toBe("Not allowed for guest users");
  expect(await ann.isRefused(listSubgroups, all(404))).toBe("Invalid user group");
});
