import { removeProfileField } from "../../../src/application/profile-fields/remove-profile-field";
import { updateProfileField } from "../../../src/application/profile-fields/update-profile-field";
import type { ProfileField } from "../../../src/domain/profile-fields/profile-field";
import { memoryRealm } from "../../support/application/memory-realm";
import { aProfileField, aUser } from "../../support/builders/entities";

const fieldId = 7;

/** A field that this many people filled in. */
const filled = async (people: number, value: (index: number) => string, more: Partial<ProfileField> = {}) => {
  const realm = await memoryRealm();
  const ids = Array.from({ length: people }, (_, index) => 100 + index);
  await realm.append(
    { type: "profile_fields_set", fields: [aProfileField({ id: fieldId, ...more })], removedIds: [] },
    ...ids.map(
      (id, index) =>
        ({
          type: "user_created",
          user: aUser({ id, profile: { [fieldId]: { value: value(index) }, 8: { value: "other" } } }),
        }) as const,
    ),
  );
  const values = async () => {
    const { users } = await realm.services.directory.newest(realm.realmId);
    return ids.flatMap((id) => users.get(id)?.profile[fieldId]?.value ?? []);
  };
  const slice = () => realm.services.jobRunner.runDue(["empty_profile_field"]);
  return { ...realm, ids, values, slice };
};

test("a field that many people filled in disappears at once, and its values are removed a thousand at a time", async () => {
  const { owner, services, realmId, ids, eventsOf, values, slice } = await filled(1100, () => "x");
  const first = await eventsOf(() => owner.does(removeProfileField, fieldId));
  expect(first).toEqual([
    { type: "profile_fields_set", fields: [], removedIds: [fieldId], ofUsers: ids.slice(0, 1000) },
  ]);
  expect(await values()).toHaveLength(100);
  expect(await eventsOf(slice)).toEqual([
    { type: "profile_fields_set", fields: [], removedIds: [fieldId], ofUsers: ids.slice(1000) },
  ]);
  expect(await values()).toEqual([]);
  expect(await eventsOf(slice)).toEqual([]);
  const { users } = await services.directory.newest(realmId);
  expect(users.get(ids[0] ?? 0)?.profile).toEqual({ 8: { value: "other" } });
});

test("fewer long values go at a time", async () => {
  const { owner, ids, eventsOf, values, slice } = await filled(25, () => "x".repeat(100_000));
  const events = await eventsOf(async () => {
    await owner.does(removeProfileField, fieldId);
    await slice();
  });
  expect(events).toMatchObject([
    { ofUsers: ids.slice(0, 10) },
    { ofUsers: ids.slice(10, 20) },
    { ofUsers: ids.slice(20) },
  ]);
  expect(await values()).toEqual([]);
});

test("a removed choice is gone at once, and is removed from the people who had it 250 at a time", async () => {
  const choices = { vi: { text: "Vim", order: "1" }, em: { text: "Emacs", order: "2" } };
  const value = (index: number) => (index % 3 === 0 ? "em" : "vi");
  const { owner, ids, eventsOf, values, slice } = await filled(600, value, { type: "dropdown", choices });
  const update = {
    name: undefined,
    hint: undefined,
    data: { em: choices.em },
    displayInProfileSummary: undefined,
    required: undefined,
    editableByUser: undefined,
    useForUserMatching: undefined,
  };
  const chose = ids.filter((_, index) => value(index) === "vi");
  const removals = chose.map((userId) => ({
    type: "profile_values_changed",
    userId,
    values: { [fieldId]: null },
  }));
  expect(await eventsOf(() => owner.does(updateProfileField, fieldId, update))).toEqual([
    ...removals.slice(0, 250),
    expect.objectContaining({ type: "profile_fields_set", removedIds: [] }),
  ]);
  expect(await eventsOf(slice)).toEqual(removals.slice(250));
  expect(await values()).toEqual(Array(200).fill("em"));
});
