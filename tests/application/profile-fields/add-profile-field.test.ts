import type { FieldInput } from "../../../src/application/profile-fields/internal/check-profile-field";
import { notAdministrator, profileRealm } from "../../support/application/profile-realm";

test("a new field comes last, and the event has all fields", async () => {
  const { add, eventsOf } = await profileRealm();
  const first = await add({ name: "First" });
  expect(await eventsOf(() => add({ name: " Second " }))).toEqual([
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
  const { owner, add, choose, fields } = await profileRealm();
  const data = JSON.parse('{"__proto__": {"text": "Vim", "order": "1"}}');
  const id = await add({ data }, "dropdown");
  await choose(owner, id, "__proto__");
  expect(JSON.stringify((await fields())[0]?.choices)).toBe('{"__proto__":{"text":"Vim","order":"1"}}');
});

test.each<[string, FieldInput["data"], string]>([
  ["choices that are no object", { a: "A" }, "field_data is not a dict"],
  ["a choice of a blank text", { a: { text: " ", order: "1" } }, 'field_data["text"] cannot be blank.'],
  ["a choice without order", { a: { text: "A" } }, "order key is missing from field_data"],
])("a dropdown is refused for %s", async (_what, data, message) => {
  const { owner, addRefusal, fields } = await profileRealm();
  expect(await addRefusal(owner, { data }, "dropdown")).toBe(message);
  expect(await fields()).toEqual([]);
});

test.each([
  [
    "has its place twice",
    "https://a.example/%(username)s/%(username)s",
    "URL pattern must contain '%(username)s'",
  ],
  ["is of another scheme", "ftp://a.example/%(username)s", "url_pattern is not a URL"],
])("a custom account is refused when its pattern %s", async (_what, pattern, message) => {
  const { owner, addRefusal } = await profileRealm();
  const data = { subtype: "custom", url_pattern: pattern };
  expect(await addRefusal(owner, { data }, "external_account")).toBe(message);
});

test("a known external account has a fixed name and can be added only once", async () => {
  const { owner, add, addRefusal, fields } = await profileRealm();
  await add({ name: "", hint: "h".repeat(81), data: { subtype: "github" } }, "external_account");
  expect(await fields()).toMatchObject([{ name: "GitHub username", hint: "" }]);
  expect(await addRefusal(owner, { data: { subtype: "github" } }, "external_account")).toBe(
    "A field with that label already exists.",
  );
});

test("only administrators may", async () => {
  const { ann, addRefusal, fields } = await profileRealm();
  expect(await addRefusal(ann, { name: "Mine" })).toBe(notAdministrator);
  expect(await fields()).toEqual([]);
});
