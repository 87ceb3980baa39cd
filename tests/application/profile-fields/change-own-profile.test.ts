import type { Caller } from "../../../src/application/caller";
import { addProfileField } from "../../../src/application/profile-fields/add-profile-field";
import { changeOwnProfile } from "../../../src/application/profile-fields/change-own-profile";
import type { ProfileInput } from "../../../src/application/profile-fields/shared/check-profile-values";
import type { ProfileFieldType } from "../../../src/domain/profile-fields/profile-field";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { aProfileField } from "../../support/builders/entities";
import { eventsAfter } from "../../support/storage/commits";

let world: MemoryApplication;
let ann: Caller;
let ids: {
  readonly short: number;
  readonly pronouns: number;
  readonly badge: number;
  readonly users: number;
};

beforeEach(async () => {
  world = await memoryApplication();
  ann = await world.newMember("Ann");
  const add = async (type: ProfileFieldType, name: string, editableByUser = true) => {
    const { hint, displayInProfileSummary, required, useForUserMatching } = aProfileField();
    const texts = { name, hint, data: {} };
    const flags = { displayInProfileSummary, required, editableByUser, useForUserMatching };
    return successOf(await addProfileField(world.services)(world.owner, type, { ...texts, ...flags })());
  };
  ids = {
    short: await add("short_text", "Short"),
    pronouns: await add("pronouns", "Pronouns"),
    badge: await add("short_text", "Badge", false),
    users: await add("users", "Users"),
  };
});

const change = (by: Caller, ...inputs: ProfileInput[]) => changeOwnProfile(world.services)(by, inputs)();
const state = () => world.services.directory.stateOf(world.realmId);
const profile = async () => (await state()).users.get(ann.userId)?.profile;

test("only values of Markdown fields are rendered", async () => {
  successOf(await change(ann, { id: ids.short, value: "<b>" }, { id: ids.pronouns, value: "<b>" }));
  expect(await profile()).toEqual({
    [ids.short]: { value: "<b>", renderedValue: "<p>&lt;b&gt;</p>" },
    [ids.pronouns]: { value: "<b>" },
  });
});

test.each<[string, ProfileInput["value"]]>([
  ["null", null],
  ["an empty text", ""],
  ["an empty list", []],
])("%s removes a value", async (_what, value) => {
  successOf(await change(ann, { id: ids.users, value: [1] }));
  successOf(await change(ann, { id: ids.users, value }));
  expect(await profile()).toEqual({});
});

test("the event has only the values that change", async () => {
  successOf(await change(ann, { id: ids.short, value: "a" }));
  const { position } = await state();
  const inputs = [
    { id: ids.short, value: "a" },
    { id: ids.pronouns, value: "they" },
    { id: ids.users, value: null },
  ];
  successOf(await change(ann, ...inputs));
  successOf(await change(ann, { id: ids.pronouns, value: "they" }));
  successOf(await change(ann));
  const events = await eventsAfter(world.persistence.eventLog, world.realmId, position, 100);
  expect(events.map(({ event }) => event)).toEqual([
    { type: "profile_values_changed", userId: ann.userId, values: { [ids.pronouns]: { value: "they" } } },
  ]);
});

test("the last of two values for a field wins", async () => {
  const twice = (first: string | null, second: string | null) =>
    change(ann, { id: ids.pronouns, value: first }, { id: ids.pronouns, value: second });
  successOf(await twice("she", "they"));
  expect(await profile()).toEqual({ [ids.pronouns]: { value: "they" } });
  const { position } = await state();
  successOf(await twice("she", "they"));
  successOf(await twice(null, "they"));
  expect((await state()).position).toBe(position);
  successOf(await twice("she", null));
  expect(await profile()).toEqual({});
});

test("one invalid value makes the whole request fail", async () => {
  const outcome = await change(ann, { id: ids.short, value: "a" }, { id: 404, value: "b" });
  expect(refusalOf(outcome)).toBe("Field id 404 not found.");
  expect(await profile()).toEqual({});
});

test("members can neither set nor remove values of fields that users may not edit", async () => {
  const refusal = "You are not allowed to change this field. Contact an administrator to update it.";
  expect(refusalOf(await change(ann, { id: ids.badge, value: "42" }))).toBe(refusal);
  expect(refusalOf(await change(ann, { id: ids.badge, value: null }))).toBe(refusal);
  successOf(await change(world.owner, { id: ids.badge, value: "1" }));
  expect((await state()).users.get(1)?.profile).toMatchObject({ [ids.badge]: { value: "1" } });
});
