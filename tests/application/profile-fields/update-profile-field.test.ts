import type { Caller } from "../../../src/application/caller";
import { addProfileField } from "../../../src/application/profile-fields/add-profile-field";
import { changeOwnProfile } from "../../../src/application/profile-fields/change-own-profile";
import type { FieldInput } from "../../../src/application/profile-fields/internal/check-profile-field";
import { listProfileFields } from "../../../src/application/profile-fields/list-profile-fields";
import { removeProfileField } from "../../../src/application/profile-fields/remove-profile-field";
import { reorderProfileFields } from "../../../src/application/profile-fields/reorder-profile-fields";
import type { FieldUpdate } from "../../../src/application/profile-fields/update-profile-field";
import { updateProfileField } from "../../../src/application/profile-fields/update-profile-field";
import type { ProfileFieldType } from "../../../src/domain/profile-fields/profile-field";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { aProfileField } from "../../support/builders/entities";
import { eventsAfter } from "../../support/storage/commits";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const plain: FieldInput = {
  name: "Field",
  hint: "",
  data: {},
  displayInProfileSummary: false,
  required: false,
  editableByUser: true,
  useForUserMatching: false,
};
const same: FieldUpdate = {
  name: undefined,
  hint: undefined,
  data: undefined,
  displayInProfileSummary: undefined,
  required: undefined,
  editableByUser: undefined,
  useForUserMatching: undefined,
};
const choices = { vi: { text: "Vim", order: "1" }, em: { text: "Emacs", order: "2" } };

const attempt = (more: Partial<FieldInput>, type: ProfileFieldType = "short_text") =>
  addProfileField(world.services)(world.owner, type, { ...plain, ...more })();
const add = async (...field: Parameters<typeof attempt>) => successOf(await attempt(...field));
const update = (id: number, change: Partial<FieldUpdate>) =>
  updateProfileField(world.services)(world.owner, id, { ...same, ...change })();
const choose = async (by: Caller, id: number, value: string) =>
  successOf(await changeOwnProfile(world.services)(by, [{ id, value }])());
const state = () => world.services.directory.stateOf(world.realmId);
const eventsOf = async (work: () => Promise<unknown>) => {
  const { position } = await state();
  await work();
  return (await eventsAfter(world.persistence.eventLog, world.realmId, position, 100)).map(
    ({ event }) => event,
  );
};

test("a new field comes last, and the event has all fields", async () => {
  const first = await add({ name: "First" });
  const events = await eventsOf(() => add({ name: " Second " }));
  expect(events).toEqual([
    {
      type: "profile_fields_set",
      fields: [
        expect.objectContaining({ id: first, name: "First" }),
        expect.objectContaining({ name: "Second" }),
      ],
      removedIds: [],
    },
  ]);
});

test("a dropdown's key can be any text", async () => {
  const data = JSON.parse('{"__proto__": {"text": "Vim", "order": "1"}}');
  const id = await add({ data }, "dropdown");
  await choose(world.owner, id, "__proto__");
  expect(JSON.stringify((await state()).profileFields[0]?.choices)).toBe(
    '{"__proto__":{"text":"Vim","order":"1"}}',
  );
});

test.each<[string, FieldInput["data"], string]>([
  ["choices that are no object", { a: "A" }, "field_data is not a dict"],
  ["a choice of a blank text", { a: { text: " ", order: "1" } }, 'field_data["text"] cannot be blank.'],
  ["a choice without order", { a: { text: "A" } }, "order key is missing from field_data"],
])("a dropdown is refused for %s", async (_what, data, message) => {
  expect(refusalOf(await attempt({ data }, "dropdown"))).toBe(message);
  expect((await state()).profileFields).toEqual([]);
});

test.each([
  [
    "has its place twice",
    "https://a.example/%(username)s/%(username)s",
    "URL pattern must contain '%(username)s'",
  ],
  ["is of another scheme", "ftp://a.example/%(username)s", "url_pattern is not a URL"],
])("a custom account is refused when its pattern %s", async (_what, pattern, message) => {
  const data = { subtype: "custom", url_pattern: pattern };
  expect(refusalOf(await attempt({ data }, "external_account"))).toBe(message);
});

test("a known external account has a fixed name and can be added only once", async () => {
  await add({ name: "", hint: "h".repeat(81), data: { subtype: "github" } }, "external_account");
  expect((await state()).profileFields).toMatchObject([{ name: "GitHub username", hint: "" }]);
  expect(refusalOf(await attempt({ data: { subtype: "github" } }, "external_account"))).toBe(
    "A field with that label already exists.",
  );
});

test.each<[string, Partial<FieldUpdate>]>([
  ["name", { name: "Forge" }],
  ["hint", { hint: "Yours" }],
  ["service", { data: { subtype: "twitter" } }],
])("a known account keeps its %s", async (_what, change) => {
  const id = await add({ data: { subtype: "github" } }, "external_account");
  expect(refusalOf(await update(id, change))).toBe("Default custom field cannot be updated.");
  const kept = { name: "GitHub username", hint: "", data: { subtype: "github" } };
  successOf(await update(id, { ...kept, required: true, editableByUser: false, useForUserMatching: true }));
  expect((await state()).profileFields).toMatchObject([
    { required: true, editableByUser: false, useForUserMatching: true },
  ]);
});

test("an update leaves properties it does not name", async () => {
  const id = await add({ name: "Editor", hint: "Which?", data: choices, required: true }, "dropdown");
  successOf(await update(id, { hint: "" }));
  expect((await state()).profileFields).toMatchObject([
    { id, type: "dropdown", name: "Editor", hint: "", choices, required: true },
  ]);
});

test("removing a choice removes only the values that chose it", async () => {
  const [ann, ben] = [await world.newMember("Ann"), await world.newMember("Ben")];
  const id = await add({ data: choices }, "dropdown");
  await choose(ann, id, "em");
  await choose(ben, id, "vi");
  const events = await eventsOf(() => update(id, { data: { vi: choices.vi } }));
  expect(events).toEqual([
    { type: "profile_values_changed", userId: ann.userId, values: { [id]: null } },
    expect.objectContaining({ type: "profile_fields_set", removedIds: [] }),
  ]);
  const { users } = await state();
  expect([users.get(ann.userId)?.profile, users.get(ben.userId)?.profile]).toEqual([
    {},
    { [id]: { value: "vi" } },
  ]);
});

test("removing a field removes its values, and its id is not reused", async () => {
  const id = await add({});
  await choose(world.owner, id, "x");
  const events = await eventsOf(() => removeProfileField(world.services)(world.owner, id)());
  expect(events).toEqual([{ type: "profile_fields_set", fields: [], removedIds: [id] }]);
  expect((await state()).users.get(1)?.profile).toEqual({});
  expect(await add({})).toBeGreaterThan(id);
});

test("an update without changes logs no event", async () => {
  const [a, b] = [await add({ name: "A" }), await add({ name: "B", data: choices }, "dropdown")];
  const events = await eventsOf(async () => {
    successOf(await update(a, {}));
    successOf(await update(b, { name: " B ", hint: "", data: choices, required: false }));
    successOf(await reorderProfileFields(world.services)(world.owner, [a, b])());
  });
  expect(events).toEqual([]);
});

test("reordering fields takes the id of each exactly once", async () => {
  const [a, b] = [await add({ name: "A" }), await add({ name: "B" })];
  for (const order of [[], [b], [b, b], [b, a, a], [b, a, 404]])
    expect(refusalOf(await reorderProfileFields(world.services)(world.owner, order)())).toBe(
      "Invalid order mapping.",
    );
  successOf(await reorderProfileFields(world.services)(world.owner, [b, a])());
  const listed = successOf(await listProfileFields(world.services)(await world.newMember("Ann"))());
  expect(listed.map(({ id }) => id)).toEqual([b, a]);
});

test("members can only list fields", async () => {
  const ann = await world.newMember("Ann");
  const id = await add({});
  const { services } = world;
  const refusals = [
    await addProfileField(services)(ann, "short_text", { ...plain, name: "Mine" })(),
    await updateProfileField(services)(ann, id, { ...same, name: "Mine" })(),
    await reorderProfileFields(services)(ann, [id])(),
    await removeProfileField(services)(ann, id)(),
  ].map(refusalOf);
  expect(new Set(refusals)).toEqual(new Set(["Must be an organization administrator"]));
  expect((await state()).profileFields).toHaveLength(1);
});

test("a field can't be changed into one that couldn't be added", async () => {
  const [one, two, three] = [
    await add({ name: "One οδοσ", displayInProfileSummary: true }),
    await add({ name: "Two", displayInProfileSummary: true }),
    await add({ name: "Three" }),
  ];
  expect(refusalOf(await update(three, { displayInProfileSummary: true }))).toBe(
    "Only 2 custom profile fields can be displayed in the profile summary.",
  );
  successOf(await update(two, { displayInProfileSummary: true, hint: "x" }));
  for (const name of ["ONE ΟΔΟΣ", "One\u00a0οδοσ"])
    expect(refusalOf(await update(three, { name }))).toBe("A field with that label already exists.");
  successOf(await update(one, { displayInProfileSummary: false }));
  successOf(await update(three, { displayInProfileSummary: true }));
});

test("an unknown field can be neither changed nor removed", async () => {
  const missing = "Field id 404 not found.";
  expect(refusalOf(await update(404, { hint: "x" }))).toBe(missing);
  expect(refusalOf(await removeProfileField(world.services)(world.owner, 404)())).toBe(missing);
});

test("a hint with a line end from before those were refused stays when the field is renamed, and no new one is taken", async () => {
  const realm = await memoryRealm();
  const field = aProfileField({ id: 7, hint: "two\nlines" });
  await realm.append({ type: "profile_fields_set", fields: [field], removedIds: [] });
  await realm.owner.does(updateProfileField, 7, { ...same, name: "Renamed" });
  expect((await realm.state()).profileFields).toMatchObject([{ name: "Renamed", hint: "two\nlines" }]);
  const change = updateProfileField(realm.services)(realm.owner, 7, { ...same, hint: "other\nlines" });
  expect(refusalOf(await change())).toBe("Invalid characters in hint!");
});
