import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ann: Client;

beforeEach(async () => {
  server = await startServer();
  owner = server.owner;
  ann = await server.newMember("Ann");
});
afterEach(() => server.stop());

const add = async (field: object) => (await owner.post("/realm/profile_fields", field)).body;
const fields = async () => (await ann.get("/realm/profile_fields")).body.custom_fields;
const defaults = { hint: "", field_data: "", required: false, editable_by_user: true };
const invalid = (name: string, problem: string) =>
  failure(problem, "REQUEST_VARIABLE_INVALID", { var_name: name });

shows(
  ["§4.7 note 2", "§2.5b note 1"],
  "returns the id; all attributes are stored in order, and everyone gets and can read the whole list",
  async () => {
    const events = await listenTo(ann, ["custom_profile_fields"]);
    const plain = await add({ name: "Phone", field_type: 1 });
    expect(plain).toEqual(success({ id: expect.any(Number) }));
    const first = { ...defaults, id: plain.id, name: "Phone", type: 1, order: 1 };
    const full = await add({
      name: "Account",
      hint: "Which one?",
      field_type: 7,
      required: true,
      editable_by_user: false,
      display_in_profile_summary: true,
      use_for_user_matching: true,
      field_data: { subtype: "custom", url_pattern: "https://forge.example.com/%(username)s" },
    });
    expect(full).toEqual(success({ id: plain.id + 1 }));
    const second = {
      id: full.id,
      name: "Account",
      hint: "Which one?",
      type: 7,
      order: 2,
      field_data: '{"subtype":"custom","url_pattern":"https://forge.example.com/%(username)s"}',
      display_in_profile_summary: true,
      required: true,
      editable_by_user: false,
      use_for_user_matching: true,
    };
    const all = [first, second];
    expect(await events()).toEqual([
      { type: "custom_profile_fields", fields: [first] },
      { type: "custom_profile_fields", fields: all },
    ]);
    expect((await ann.get("/realm/profile_fields")).body).toEqual(success({ custom_fields: all }));
    const registered = (await ann.post("/register", { event_types: ["custom_profile_fields"] })).body;
    expect(registered.custom_profile_fields).toEqual(all);
    expect(registered.custom_profile_field_types).toMatchObject({
      SHORT_TEXT: { id: 1 },
      LONG_TEXT: { id: 2 },
      SELECT: { id: 3 },
      DATE: { id: 4 },
      URL: { id: 5 },
      USER: { id: 6 },
      EXTERNAL_ACCOUNT: { id: 7 },
      PRONOUNS: { id: 8 },
    });
  },
);

shows("§4.7 note 1", "allows only owners and administrators to add fields", async () => {
  const others = [
    aUser({ id: 60, role: "moderator" }),
    aUser({ id: 61, role: "guest" }),
    aUser({ id: 62, bot: newBot("generic", owner.id) }),
  ];
  const admin = aUser({ id: 63, role: "administrator" });
  await server.append(...[...others, admin].map((user) => ({ type: "user_created" as const, user })));
  const form = { name: "Phone", field_type: 1 };
  for (const client of [ann, ...others.map((user) => server.clientOf(user))]) {
    const { status, body } = await client.post("/realm/profile_fields", form);
    expect([status, body]).toEqual([
      400,
      failure("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
    ]);
  }
  const anonymous = await request(server.http).post("/api/v1/realm/profile_fields").type("form").send(form);
  expect([anonymous.status, anonymous.body.code]).toEqual([401, "UNAUTHORIZED"]);
  expect(await fields()).toEqual([]);
  expect((await server.clientOf(admin).post("/realm/profile_fields", form)).body).toEqual(
    success({ id: expect.any(Number) }),
  );
});

shows("§4.7 parameter name", "name has at most 40 code points, is unique and is trimmed", async () => {
  for (const form of [{}, { name: "" }, { name: "  " }])
    expect(await add({ field_type: 1, ...form })).toEqual(failure("Label cannot be blank."));
  expect(await add({ field_type: 1, name: "n".repeat(41) })).toEqual(
    failure("name is too long (limit: 40 characters)"),
  );
  await add({ field_type: 1, name: `  ${"💬".repeat(40)} ` });
  await add({ field_type: 1, name: "Phone" });
  for (const name of ["Phone", "PHONE", " phone "])
    expect(await add({ field_type: 2, name })).toEqual(failure("A field with that label already exists."));
  expect((await fields()).map(({ name }: { name: string }) => name)).toEqual(["💬".repeat(40), "Phone"]);
});

shows("§4.7 parameter hint", "hint has at most 80 code points, and is empty by default", async () => {
  expect(await add({ field_type: 1, name: "a", hint: "h".repeat(81) })).toEqual(
    failure("hint is too long (limit: 80 characters)"),
  );
  await add({ field_type: 1, name: "a", hint: "é".repeat(80) });
  await add({ field_type: 1, name: "b" });
  expect(await fields()).toMatchObject([{ hint: "é".repeat(80) }, { hint: "" }]);
});

shows("§4.7 parameter field_type", "field_type is required and ranges from 1 to 8", async () => {
  expect(await add({ name: "a" })).toEqual(
    failure("Missing 'field_type' argument", "REQUEST_VARIABLE_MISSING", { var_name: "field_type" }),
  );
  for (const field_type of ["text", "1.5", '"1"', ""])
    expect((await add({ name: "a", field_type })).code).toBe("REQUEST_VARIABLE_INVALID");
  for (const field_type of [0, 9, -1])
    expect(await add({ name: "a", field_type })).toEqual(failure("Invalid field type."));
  expect(await fields()).toEqual([]);
  const data: Record<number, object> = {
    3: { vi: { text: "Vim", order: "1" } },
    7: { subtype: "github" },
  };
  for (const type of [1, 2, 3, 4, 5, 6, 7, 8])
    await add({ name: `F${type}`, field_type: type, field_data: data[type] ?? {} });
  expect((await fields()).map(({ type }: { type: number }) => type)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

shows(
  [
    "§4.7 parameter display_in_profile_summary",
    "§8 limit profile fields with display_in_profile_summary true",
  ],
  "display_in_profile_summary is allowed for two fields of any type except users, and listed when true",
  async () => {
    const show = { display_in_profile_summary: true };
    const one = await add({ name: "One", field_type: 2, ...show });
    expect(await add({ name: "Users", field_type: 6, ...show })).toEqual(
      failure("Field type not supported for display in profile summary."),
    );
    await add({ name: "Plain", field_type: 1, display_in_profile_summary: false });
    await add({ name: "Two", field_type: 4, ...show });
    expect(await add({ name: "Three", field_type: 1, ...show })).toEqual(
      failure("Only 2 custom profile fields can be displayed in the profile summary."),
    );
    expect(await fields()).toEqual([
      { ...defaults, ...show, id: one.id, name: "One", type: 2, order: 1 },
      { ...defaults, id: one.id + 1, name: "Plain", type: 1, order: 2 },
      { ...defaults, ...show, id: one.id + 2, name: "Two", type: 4, order: 3 },
    ]);
    await owner.delete(`/realm/profile_fields/${one.id}`).expect(200);
    expect((await add({ name: "Three", field_type: 1, ...show })).result).toBe("success");
  },
);

shows(
  "§4.7 parameter required",
  "required is false by default, and doesn't force anybody to fill in the field",
  async () => {
    expect(await add({ name: "a", field_type: 1, required: "maybe" })).toEqual(
      invalid("required", "required is not a boolean"),
    );
    const { id } = await add({ name: "a", field_type: 1, required: true });
    await add({ name: "b", field_type: 1 });
    expect(await fields()).toMatchObject([{ required: true }, { required: false }]);
    const data = [{ id, value: "" }];
    expect((await ann.patch("/users/me/profile_data", { data })).body).toEqual(success());
  },
);

shows(
  "§4.7 parameter editable_by_user",
  "editable_by_user is true by default; if false, only administrators set values, as they always can",
  async () => {
    const badge = await add({ name: "Badge", field_type: 1, editable_by_user: false });
    const phone = await add({ name: "Phone", field_type: 1 });
    expect(await fields()).toMatchObject([{ editable_by_user: false }, { editable_by_user: true }]);
    const own = (id: number) => ann.patch("/users/me/profile_data", { data: [{ id, value: "1" }] });
    expect((await own(badge.id)).body).toEqual(
      failure("You are not allowed to change this field. Contact an administrator to update it."),
    );
    expect((await own(phone.id)).body).toEqual(success());
    for (const { id } of [badge, phone])
      expect((await owner.patch(`/users/${ann.id}`, { profile_data: [{ id, value: "42" }] })).body).toEqual(
        success(),
      );
    const { user } = (await owner.get(`/users/${ann.id}`, { include_custom_profile_fields: true })).body;
    expect(user.profile_data).toMatchObject({ [badge.id]: { value: "42" }, [phone.id]: { value: "42" } });
    expect(
      (await owner.patch("/users/me/profile_data", { data: [{ id: badge.id, value: "7" }] })).body,
    ).toEqual(success());
  },
);

shows(
  "§4.7 parameter use_for_user_matching",
  "use_for_user_matching is for short texts and external accounts, and listed when true",
  async () => {
    const match = { use_for_user_matching: true };
    const choices = { field_data: { vi: { text: "Vim", order: "1" } } };
    for (const field_type of [2, 3, 4, 5, 6, 8])
      expect(await add({ name: "a", field_type, ...choices, ...match })).toEqual(
        failure("Field type not supported for use for user matching."),
      );
    expect(await add({ name: "a", field_type: 1, use_for_user_matching: 1 })).toEqual(
      invalid("use_for_user_matching", "use_for_user_matching is not a boolean"),
    );
    await add({ name: "Nick", field_type: 1, ...match });
    await add({ field_type: 7, field_data: { subtype: "github" }, ...match });
    await add({ name: "Plain", field_type: 1, use_for_user_matching: false });
    const [nick, github, plain] = await fields();
    expect([nick, github]).toMatchObject([match, match]);
    expect(plain).not.toHaveProperty("use_for_user_matching");
  },
);
