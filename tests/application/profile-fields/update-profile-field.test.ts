import type { FieldUpdate } from "../../../src/application/profile-fields/update-profile-field";
import { choices, notAdministrator, profileRealm } from "../../support/application/profile-realm";
import { aProfileField } from "../../support/builders/entities";

test.each<[string, Partial<FieldUpdate>]>([
  ["name", { name: "Forge" }],
  ["hint", { hint: "Yours" }],
  ["service", { data: { subtype: "twitter" } }],
])("a known account keeps its %s", async (_what, change) => {
  const { owner, add, update, updateRefusal, fields } = await profileRealm();
  const id = await add({ data: { subtype: "github" } }, "external_account");
  expect(await updateRefusal(owner, id, change)).toBe("Default custom field cannot be updated.");
  const kept = { name: "GitHub username", hint: "", data: { subtype: "github" } };
  await update(id, { ...kept, required: true, editableByUser: false, useForUserMatching: true });
  expect(await fields()).toMatchObject([{ required: true, editableByUser: false, useForUserMatching: true }]);
});

test("an update leaves properties it does not name", async () => {
  const { add, update, fields } = await profileRealm();
  const id = await add({ name: "Editor", hint: "Which?", data: choices, required: true }, "dropdown");
  await update(id, { hint: "" });
  expect(await fields()).toMatchObject([
    { id, type: "dropdown", name: "Editor", hint: "", choices, required: true },
  ]);
});

test("removing a choice removes only the values that chose it", async () => {
  const { ann, ben, add, update, choose, eventsOf, user } = await profileRealm();
  const id = await add({ data: choices }, "dropdown");
  await choose(ann, id, "em");
  await choose(ben, id, "vi");
  expect(await eventsOf(() => update(id, { data: { vi: choices.vi } }))).toEqual([
    { type: "profile_values_changed", userId: ann.id, values: { [id]: null } },
    expect.objectContaining({ type: "profile_fields_set", removedIds: [] }),
  ]);
  expect([(await user(ann)).profile, (await user(ben)).profile]).toEqual([{}, { [id]: { value: "vi" } }]);
});

test("an update without changes logs no event", async () => {
  const { add, update, eventsOf } = await profileRealm();
  const [a, b] = [await add({ name: "A" }), await add({ name: "B", data: choices }, "dropdown")];
  const events = await eventsOf(async () => {
    await update(a, {});
    await update(b, { name: " B ", hint: "", data: choices, required: false });
  });
  expect(events).toEqual([]);
});

test("a field can't be changed into one that couldn't be added", async () => {
  const { owner, add, update, updateRefusal } = await profileRealm();
  const [one, two, three] = [
    await add({ name: "One οδοσ", displayInProfileSummary: true }),
    await add({ name: "Two", displayInProfileSummary: true }),
    await add({ name: "Three" }),
  ];
  expect(await updateRefusal(owner, three, { displayInProfileSummary: true })).toBe(
    "Only 2 custom profile fields can be displayed in the profile summary.",
  );
  await update(two, { displayInProfileSummary: true, hint: "x" });
  for (const name of ["ONE ΟΔΟΣ", "One\u00a0οδοσ"])
    expect(await updateRefusal(owner, three, { name })).toBe("A field with that label already exists.");
  await update(one, { displayInProfileSummary: false });
  await update(three, { displayInProfileSummary: true });
});

test("a hint with a line end from before those were refused stays when the field is renamed, and no new one is taken", async () => {
  const { owner, update, updateRefusal, fields, append } = await profileRealm();
  const field = aProfileField({ id: 7, hint: "two\nlines" });
  await append({ type: "profile_fields_set", fields: [field], removedIds: [] });
  await update(7, { name: "Renamed" });
  expect(await fields()).toMatchObject([{ name: "Renamed", hint: "two\nlines" }]);
  expect(await updateRefusal(owner, 7, { hint: "other\nlines" })).toBe("Invalid characters in hint!");
});

test("an unknown field can't be changed", async () => {
  const { owner, updateRefusal } = await profileRealm();
  expect(await updateRefusal(owner, 404, { hint: "x" })).toBe("Field id 404 not found.");
});

test("only administrators may", async () => {
  const { ann, add, updateRefusal, fields } = await profileRealm();
  const id = await add({ name: "Theirs" });
  expect(await updateRefusal(ann, id, { name: "Mine" })).toBe(notAdministrator);
  expect(await fields()).toMatchObject([{ name: "Theirs" }]);
});
