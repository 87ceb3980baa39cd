import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

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

describe("fields", () => {
  test("can be changed, reordered and removed along with their values", async () => {
    const [editor, phone] = [
      await addField({ name: "Editor", field_type: 3, field_data: choices }),
      await addField({ name: "Phone" }),
    ];
    const data = [
      { id: editor, value: "em" },
      { id: phone, value: "123" },
    ];
    await ann.patch("/users/me/profile_data", { data });
    // Removing a choice removes the values that have it.
    expect(
      (await owner.patch(`/realm/profile_fields/${editor}`, { field_data: { vi: choices.vi } })).body,
    ).toEqual(success());
    expect(await profileOf(ann)).toEqual({ [phone]: { value: "123", rendered_value: "<p>123</p>" } });
    expect((await owner.patch("/realm/profile_fields", { order: [phone, editor] })).body).toEqual(success());
    expect((await fields()).map(({ id }: { id: number }) => id)).toEqual([phone, editor]);
    expect((await owner.delete(`/realm/profile_fields/${phone}`)).body).toEqual(success());
    expect(await profileOf(ann)).toEqual({});
    const missing = failure(`Field id ${phone} not found.`);
    expect((await owner.delete(`/realm/profile_fields/${phone}`)).body).toEqual(missing);
    expect((await owner.patch(`/realm/profile_fields/${phone}`, { hint: "x" })).body).toEqual(missing);
  });
});

describe("values", () => {
  test("can be set and removed by the user", async () => {
    const [name, users] = [
      await addField({ name: "Name" }),
      await addField({ name: "Users", field_type: 6 }),
    ];
    const data = [
      { id: name, value: "*hi*" },
      { id: users, value: [ben.id] },
    ];
    expect((await ann.patch("/users/me/profile_data", { data })).body).toEqual(success());
    const values = { [name]: { value: "*hi*", rendered_value: "<p><em>hi</em></p>" } };
    expect(await profileOf(ann)).toEqual({ ...values, [users]: { value: `[${ben.id}]` } });
    expect((await ann.delete("/users/me/profile_data", { data: [users] })).body).toEqual(success());
    expect(await profileOf(ann)).toEqual(values);
    const wrong = [...data, { id: 99, value: "x" }];
    expect((await ann.patch("/users/me/profile_data", { data: wrong })).body).toEqual(
      failure("Field id 99 not found."),
    );
    expect(await profileOf(ann)).toEqual(values);
  });
});
