import { isMember } from "../../../src/application/groups/is-member";
import { listMembers } from "../../../src/application/groups/list-members";
import { listSubgroups } from "../../../src/application/groups/list-subgroups";
import { updateSubgroups } from "../../../src/application/groups/update-subgroups";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

/** A group in a group in a group, with a member each. */
const realm = async () => {
  const founded = await memoryRealm({
    people: { ann: "member", ben: "member", cleo: "member", gina: "guest", gone: { isActive: false } },
    groups: { outer: ["ann"], middle: ["cleo", "gone"], inner: ["ben"] },
  });
  const { owner, outer, middle, inner } = founded;
  await owner.does(updateSubgroups, { groupId: middle, add: [inner], remove: [] });
  await owner.does(updateSubgroups, { groupId: outer, add: [middle], remove: [] });
  return founded;
};
const [all, direct] = [false, true].map((directOnly) => (groupId: number) => ({ groupId, directOnly })) as [
  (groupId: number) => { groupId: number; directOnly: boolean },
  (groupId: number) => { groupId: number; directOnly: boolean },
];

test("members are listed with those in subgroups, or without; without deactivated ones", async () => {
  const { ann, ben, cleo, owner, gina, outer } = await realm();
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

test("an active user is a member of a group directly or through subgroups", async () => {
  const { ann, ben, gone, outer, middle } = await realm();
  expect(await ann.does(isMember, ben.id, all(outer))).toBe(true);
  expect(await ann.does(isMember, ben.id, direct(outer))).toBe(false);
  for (const id of [gone.id, 404])
    expect(await ann.isRefused(isMember, id, all(middle))).toBe("No such user");
});

test("subgroups are listed with those within them, or without", async () => {
  const { ann, outer, middle, inner } = await realm();
  expect(await ann.does(listSubgroups, all(outer))).toEqual([middle, inner]);
  expect(await ann.does(listSubgroups, direct(outer))).toEqual([middle]);
  expect(await ann.does(listSubgroups, direct(systemGroup.administrators))).toEqual([systemGroup.owners]);
});

test("guests learn nothing about groups, and unknown groups are refused", async () => {
  const { ann, gina, outer } = await realm();
  for (const useCase of [listMembers, listSubgroups] as const) {
    expect(await gina.isRefused(useCase, all(outer))).toBe("Not allowed for guest users");
    expect(await ann.isRefused(useCase, all(404))).toBe("Invalid user group");
  }
  expect(await gina.isRefused(isMember, ann.id, all(outer))).toBe("Not allowed for guest users");
});
