import { listProfileFields } from "../../../src/application/profile-fields/list-profile-fields";
import { reorderProfileFields } from "../../../src/application/profile-fields/reorder-profile-fields";
import { notAdministrator, profileRealm } from "../../support/application/profile-realm";

test("reordering fields takes the id of each exactly once", async () => {
  const { owner, ann, add } = await profileRealm();
  const [a, b] = [await add({ name: "A" }), await add({ name: "B" })];
  for (const order of [[], [b], [b, b], [b, a, a], [b, a, 404]])
    expect(await owner.isRefused(reorderProfileFields, order)).toBe("Invalid order mapping.");
  await owner.does(reorderProfileFields, [b, a]);
  expect((await ann.does(listProfileFields)).map(({ id }) => id)).toEqual([b, a]);
});

test("the order that they have already logs no event", async () => {
  const { owner, add, eventsOf } = await profileRealm();
  const order = [await add({ name: "A" }), await add({ name: "B" })];
  expect(await eventsOf(() => owner.does(reorderProfileFields, order))).toEqual([]);
});

test("only administrators may", async () => {
  const { ann, add } = await profileRealm();
  const order = [await add({ name: "A" }), await add({ name: "B" })];
  expect(await ann.isRefused(reorderProfileFields, order)).toBe(notAdministrator);
});
