import { listMembers } from "../../../src/application/groups/list-members";
import { all, direct, nestedGroups } from "../../support/application/nested-groups";
import { systemGroup } from "../../support/builders/groups";

test("members are listed with those in subgroups, or without; without deactivated ones", async () => {
  const { ann, ben, cleo, owner, gina, outer } = await nestedGroups();
  expect(await ben.does(listMembers, all(outer))).toEqual([ann.id, ben.id, cleo.id]);
  expect(await ben.does(listMembers, direct(outer))).toEqual([ann.id]);
  expect(await ben.does(listMembers, all(systemGroup.everyone))).toEqual([
    owner.id,
    ann.id,
    ben.id,
    cleo.id,
    gina.id,
  ]);
});

test("guests learn nothing about groups, and unknown groups are refused", async () => {
  const { ann, gina, outer } = await nestedGroups();
  expect(await gina.isRefused(listMembers, all(outer))).toBe("Not allowed for guest users");
  expect(await ann.isRefused(listMembers, all(404))).toBe("Invalid user group");
});
