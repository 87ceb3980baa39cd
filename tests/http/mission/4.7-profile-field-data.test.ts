import request from "supertest";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
});
afterAll(() => server.stop());

const add = async (field: object) => (await owner.post("/realm/profile_fields", field)).body;
const fields = async () => (await owner.get("/realm/profile_fields")).body.custom_fields;
const vi = { text: "Vim", order: "1" };
const invalid = (problem: string) => failure(problem, "REQUEST_VARIABLE_INVALID", { var_name: "field_data" });

shows(
  "§4.7 parameter field_data",
  "a dropdown has choices by key, each with a text and an order",
  async () => {
    const field_data = { vi, em: { text: "Emacs", order: "2" } };
    const { id } = await add({ name: "Editor", field_type: 3, field_data });
    const field = (await fields()).find((one: { id: number }) => one.id === id);
    expect(JSON.parse(field.field_data)).toEqual(field_data);
    const before = await fields();
    const wrong: readonly [field_data: object | undefined, message: string][] = [
      [undefined, "Field must have at least one choice."],
      [{}, "Field must have at least one choice."],
      [{ " ": vi }, "'value' cannot be blank."],
      [{ a: { order: "1" } }, "text key is missing from field_data"],
      [{ a: { text: "A" } }, "order key is missing from field_data"],
      [{ a: { text: "A", order: 1 } }, 'field_data["order"] is not a string'],
      [{ a: { text: 1, order: "1" } }, 'field_data["text"] is not a string'],
      [{ a: { text: " ", order: "1" } }, 'field_data["text"] cannot be blank.'],
      [{ a: "A" }, "field_data is not a dict"],
      [{ a: vi, b: vi }, "Field must not have duplicate choices."],
    ];
    for (const [data, message] of wrong)
      expect(await add({ name: "a", field_type: 3, ...(data && { field_data: data }) })).toEqual(
        failure(message),
      );
    expect(await fields()).toEqual(before);
  },
);

shows(
  "§4.7 parameter field_data",
  "an external account is a known service or has its own URL pattern",
  async () => {
    await add({ field_type: 7, name: "ignored", hint: "ignored", field_data: { subtype: "github" } });
    const custom = { subtype: "custom", url_pattern: "https://forge.example.com/%(username)s" };
    await add({ field_type: 7, name: "Forge", hint: "yours", field_data: custom });
    const [github, forge] = (await fields()).slice(-2);
    expect(github).toMatchObject({ name: "GitHub username", hint: "", field_data: '{"subtype":"github"}' });
    expect(forge).toMatchObject({ name: "Forge", hint: "yours", field_data: JSON.stringify(custom) });
    const before = await fields();
    const wrong: readonly [field_data: object | undefined, message: string][] = [
      [undefined, "subtype key is missing from field_data"],
      [{ subtype: 1 }, 'field_data["subtype"] is not a string'],
      [{ subtype: "myspace" }, "Invalid external account type"],
      [{ subtype: "custom" }, "Custom external account must define URL pattern"],
      [{ subtype: "custom", url_pattern: 1 }, 'field_data["url_pattern"] is not a string'],
      [{ subtype: "custom", url_pattern: "https://x.example" }, "URL pattern must contain '%(username)s'"],
      [{ subtype: "custom", url_pattern: "x %(username)s" }, "url_pattern is not a URL"],
      [{ subtype: "custom", url_pattern: "javascript:%(username)s" }, "url_pattern is not a URL"],
    ];
    for (const [data, message] of wrong)
      expect(await add({ field_type: 7, name: "a", ...(data && { field_data: data }) })).toEqual(
        failure(message),
      );
    expect(await fields()).toEqual(before);
  },
);

shows("§4.7 parameter field_data", "field_data must be an object; other types don't accept it", async () => {
  for (const field_data of ["[]", "1", '"x"', "null"])
    expect(await add({ name: "a", field_type: 1, field_data })).toEqual(invalid("field_data is not a dict"));
  expect(await add({ name: "a", field_type: 3, field_data: "{" })).toEqual(
    invalid("field_data is not valid JSON"),
  );
  const { id } = await add({ name: "a", field_type: 1, field_data: { vi } });
  expect((await fields()).at(-1)).toMatchObject({ id, field_data: "" });
});

shows("§4.7 parameter field_data", "field_data is JSON in a multipart body too", async () => {
  const { body } = await request(server.http)
    .post("/api/v1/realm/profile_fields")
    .auth(owner.email, owner.apiKey)
    .field({ name: "Shell", field_type: "3", field_data: '{"sh":{"text":"sh","order":"1"}}' });
  expect(body).toEqual(success({ id: expect.any(Number) }));
});
