import { isMember } from "../../../src/application/groups/is-member";
import { all, direct, nestedGroups } from "../../support/application/nested-groups";

test("an active user is a member of a group directly or through subgroups", async () => {
  const { ann, ben, gone, outer, middle } = await nestedGroups();
  expect(await ann.does(isMember, ben.id, all(outer))).toBe(true);
  expect(await ann.does(isMember, ben.id, direct(outer))).toBe(false);
  for (const id of [gone.id, 404])
    expect(await ann.isRefused(isMember, id, all(middle))).toBe("No such user");
});

test("guests learn nothing about groups", async () => {
  const { ann, gina, outer } = await nestedGroups();
  expect(await gina.isRefused(isMember, ann.id, all(outer))).toBe("Not allowed for guest users");
});
