import { removeProfileField } from "../../../src/application/profile-fields/remove-profile-field";
import { notAdministrator, profileRealm } from "../../support/application/profile-realm";

test("removing a field removes its values, and its id is not reused", async () => {
  const { owner, add, choose, eventsOf, user } = await profileRealm();
  const id = await add({});
  await choose(owner, id, "x");
  expect(await eventsOf(() => owner.does(removeProfileField, id))).toEqual([
    { type: "profile_fields_set", fields: [], removedIds: [id] },
  ]);
  expect((await user(owner)).profile).toEqual({});
  expect(await add({})).toBeGreaterThan(id);
});

test("an unknown field can't be removed", async () => {
  const { owner } = await profileRealm();
  expect(await owner.isRefused(removeProfileField, 404)).toBe("Field id 404 not found.");
});

test("only administrators may", async () => {
  const { ann, add, fields } = await profileRealm();
  const id = await add({});
  expect(await ann.isRefused(removeProfileField, id)).toBe(notAdministrator);
  expect(await fields()).toHaveLength(1);
});
