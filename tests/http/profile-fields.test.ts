import { newBot } from "../../src/domain/bot";
import { aUser } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

let server: TestServer;
let owner: Client;
let ann: Client;
let ben: Client;

beforeEach(async () => {
  server = await startServer();
  owner = server.owner;
  ann = await server.newMember("Ann");
  ben = await server.newMember("Ben");
});
afterEach(() => server.stop());

const addField = async (field: object): Promise<number> => {
  const { body } = await owner.post("/realm/profile_fields", { field_type: 1, ...field });
  if (body.result !== "success") throw new Error(body.msg);
  return body.id;
};
const fields = async () => (await ann.get("/realm/profile_fields")).body.custom_fields;
const profileOf = async (client: Client) =>
  (await owner.get(`/users/${client.id}`, { include_custom_profile_fields: true })).body.user.profile_data;
const choices = { vi: { text: "Vim", order: "1" }, em: { text: "Emacs", order: "2" } };

describe("fields, §2.5b", () => {
  test("can't be changed into what couldn't be added", async () => {
    const show = { display_in_profile_summary: true };
    await addField({ name: "One", ...show });
    const two = await addField({ name: "Two", ...show });
    const plain = await addField({ name: "Three" });
    expect((await owner.patch(`/realm/profile_fields/${plain}`, show)).body).toEqual(
      failure("Only 2 custom profile fields can be displayed in the profile summary."),
    );
    expect((await owner.patch(`/realm/profile_fields/${two}`, { ...show, hint: "x" })).body).toEqual(
      success(),
    );
    expect((await owner.patch(`/realm/profile_fields/${plain}`, { name: "ONE" })).body).toEqual(
      failure("A field with that label already exists."),
    );
  });

  test("are changed, reordered and removed, with what people said there", async () => {
    const [editor, phone] = [
      await addField({ name: "Editor", field_type: 3, field_data: choices }),
      await addField({ name: "Phone" }),
    ];
    const data = [
      { id: editor, value: "em" },
      { id: phone, value: "123" },
    ];
    await ann.patch("/users/me/profile_data", { data });
    // A choice that is no more takes the values with it.
    expect(
      (await owner.patch(`/realm/profile_fields/${editor}`, { field_data: { vi: choices.vi } })).body,
    ).toEqual(success());
    expect(await profileOf(ann)).toEqual({ [phone]: { value: "123", rendered_value: "<p>123</p>" } });
    expect((await owner.patch("/realm/profile_fields", { order: [phone, editor] })).body).toEqual(success());
    expect((await fields()).map(({ id }: { id: number }) => id)).toEqual([phone, editor]);
    for (const order of [[phone], [phone, phone], [phone, editor, 99]])
      expect((await owner.patch("/realm/profile_fields", { order })).body).toEqual(
        failure("Invalid order mapping."),
      );
    expect((await owner.delete(`/realm/profile_fields/${phone}`)).body).toEqual(success());
    expect(await profileOf(ann)).toEqual({});
    const missing = failure(`Field id ${phone} not found.`);
    expect((await owner.delete(`/realm/profile_fields/${phone}`)).body).toEqual(missing);
    expect((await owner.patch(`/realm/profile_fields/${phone}`, { hint: "x" })).body).toEqual(missing);
  });

  test("of a known service keep their name", async () => {
    const id = await addField({ field_type: 7, field_data: { subtype: "github" } });
    expect((await owner.patch(`/realm/profile_fields/${id}`, { name: "Mine" })).body).toEqual(
      failure("Default custom field cannot be updated."),
    );
    expect(
      (await owner.patch(`/realm/profile_fields/${id}`, { display_in_profile_summary: true })).body,
    ).toEqual(success());
  });
});

describe("values, §4.8", () => {
  test("of every type are set, by oneself or an administrator", async () => {
    const ids = [
      await addField({ name: "Short" }),
      await addField({ name: "Long", field_type: 2 }),
      await addField({ name: "Choice", field_type: 3, field_data: choices }),
      await addField({ name: "Date", field_type: 4 }),
      await addField({ name: "Link", field_type: 5 }),
      await addField({ name: "Users", field_type: 6 }),
      await addField({ field_type: 7, field_data: { subtype: "github" } }),
      await addField({ name: "Pronouns", field_type: 8 }),
    ];
    const given = ["*hi*", "a\nb", "vi", "2000-02-29", "https://example.com", [ben.id], "octocat", "they"];
    const heard = await listenTo(ben, ["realm_user"]);
    const data = ids.map((id, index) => ({ id, value: given[index] }));
    expect((await ann.patch("/users/me/profile_data", { data })).body).toEqual(success());
    const profile = await profileOf(ann);
    expect(Object.values(profile).map((one) => (one as { value: string }).value)).toEqual([
      ...given.slice(0, 5),
      `[${ben.id}]`,
      ...given.slice(6),
    ]);
    expect(profile[ids[0] ?? 0].rendered_value).toBe("<p><em>hi</em></p>");
    expect(profile[ids[2] ?? 0]).toEqual({ value: "vi" });
    expect((await heard())[0]).toEqual({
      ...{ type: "realm_user", op: "update" },
      person: {
        user_id: ann.id,
        custom_profile_field: { id: ids[0], value: "*hi*", rendered_value: "<p><em>hi</em></p>" },
      },
    });
    const profile_data = [
      { id: ids[0], value: null },
      { id: ids[5], value: [] },
      { id: ids[7], value: "she" },
    ];
    expect((await owner.patch(`/users/${ann.id}`, { profile_data })).body).toEqual(success());
    expect(Object.keys(await profileOf(ann))).toHaveLength(6);
    expect((await ann.delete("/users/me/profile_data", { data: [ids[7]] })).body).toEqual(success());
    expect(Object.keys(await profileOf(ann))).toHaveLength(5);
  });

  test("are of the field's type", async () => {
    const bot = aUser({ id: 90, bot: newBot("generic", 1) });
    const gone = aUser({ id: 91, isActive: false });
    await server.append({ type: "user_created", user: bot }, { type: "user_created", user: gone });
    const type = (field_type: number, more: object = {}) =>
      addField({ name: `F${field_type}`, field_type, ...more });
    const [short, long, choice] = [await type(1), await type(2), await type(3, { field_data: choices })];
    const [date, link, users] = [await type(4), await type(5), await type(6)];
    const wrong: readonly [number, unknown, string][] = [
      [short, "s".repeat(51), "F1 is too long (limit: 50 characters)"],
      [short, [1], "F1 is not a string"],
      [long, "l".repeat(501), "F2 is too long (limit: 500 characters)"],
      [choice, "nano", "'nano' is not a valid choice for 'F3'."],
      [date, "2001-02-29", "F4 is not a date"],
      [link, "javascript:alert(1)", "F5 is not a URL"],
      [users, "x", "F6 is not a list"],
      [users, [999], "Invalid user ID: 999"],
      [users, [90], "User with ID 90 is a bot"],
      [users, [91], "User with ID 91 is deactivated"],
      [99, "x", "Field id 99 not found."],
    ];
    for (const [id, value, message] of wrong) {
      const { body } = await ann.patch("/users/me/profile_data", {
        data: [
          { id: short, value: "ok" },
          { id, value },
        ],
      });
      expect(body).toEqual(failure(message));
    }
    expect(await profileOf(ann)).toEqual({});
  });

  test("of some fields are for administrators to set", async () => {
    const id = await addField({ name: "Badge", editable_by_user: false });
    const data = [{ id, value: "42" }];
    expect((await ann.patch("/users/me/profile_data", { data })).body).toEqual(
      failure("You are not allowed to change this field. Contact an administrator to update it."),
    );
    expect((await owner.patch(`/users/${ann.id}`, { profile_data: data })).body).toEqual(success());
    expect(await profileOf(ann)).toMatchObject({ [id]: { value: "42" } });
  });
});
