import request from "supertest";
import { aUser } from "../../support/builders/entities";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

const guest = aUser({ id: 50, email: "gina@example.com", fullName: "Gina Guest", role: "guest" });
const deactivated = aUser({ id: 51, email: "gone@example.com", fullName: "Gone", isActive: false });

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  await server.append(...[guest, deactivated].map((user) => ({ type: "user_created" as const, user })));
});
afterAll(() => server.stop());

const failure = (code: string, msg: string, more: object = {}) => ({ result: "error", code, msg, ...more });
const everyField = {
  user_id: expect.any(Number),
  delivery_email: "ben@example.com",
  email: "ben@example.com",
  full_name: "Ben",
  date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: 400,
  timezone: "",
  avatar_url: expect.stringMatching(/^\/avatar\/\d+\?version=1$/),
  avatar_version: 1,
  is_imported_stub: false,
};

describe("logging in", () => {
  const logIn = (form: object) => request(server.http).post("/api/v1/fetch_api_key").type("form").send(form);

  test("is throttled for guessers alone", async () => {
    for (let guess = 0; guess < 10; guess += 1)
      await logIn({ username: "owner@example.com", password: `guess ${guess}` });
    const { status, body, headers } = await logIn({ username: "owner@example.com", password: ownerPassword });
    expect([status, body.code]).toEqual([429, "RATE_LIMIT_HIT"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(body["retry-after"]).toBeGreaterThan(0);
    expect((await logIn({ username: "ben@example.com", password: ownerPassword })).status).toBe(200);
  });

  test("by development endpoints doesn't exist in production", async () => {
    expect(
      (
        await request(server.http)
          .post("/api/v1/dev_fetch_api_key")
          .type("form")
          .send({ username: ben.email })
      ).status,
    ).toBe(404);
    expect((await request(server.http).get("/api/v1/dev_list_users")).status).toBe(404);
  });
});

describe("users", () => {
  test("include every field for the caller", async () => {
    const { body } = await ben.get("/users/me");
    expect(body).toMatchObject({
      ...everyField,
      user_id: ben.id,
      profile_data: {},
      max_message_id: expect.any(Number),
    });
  });

  test("are listed, including deactivated ones", async () => {
    const { body } = await ben.get("/users");
    const names = body.members.map(({ full_name }: { full_name: string }) => full_name);
    expect(names).toEqual(expect.arrayContaining(["Olive Owner", "Ben", "Gina Guest", "Gone"]));
    expect(body.members.find(({ user_id }: { user_id: number }) => user_id === ben.id)).toEqual(everyField);
  });

  test("can be listed by id", async () => {
    const { body } = await ben.get("/users", {
      user_ids: [deactivated.id, 999],
      include_custom_profile_fields: true,
    });
    expect(body.members).toMatchObject([{ user_id: deactivated.id, is_active: false, profile_data: {} }]);
  });

  test("can be created by administrators, and are subscribed to the default channels", async () => {
    const { body } = await owner.post("/users", {
      email: "new@example.com",
      full_name: " Newton ",
      password: ownerPassword,
    });
    const user = server.clientOf({ id: body.user_id, email: "new@example.com" });
    expect((await user.get("/users/me")).body).toMatchObject({ full_name: "Newton", role: 400 });
    const { subscriptions } = (await user.get("/users/me/subscriptions")).body;
    expect(subscriptions.map(({ name }: { name: string }) => name)).toEqual(["general", "random"]);
  });

  test("can't be created by members", async () => {
    const wanted = { email: "nina@example.com", full_name: "Nina", password: ownerPassword };
    const { status, body } = await ben.post("/users", wanted);
    expect([status, body]).toEqual([
      400,
      failure("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"),
    ]);
  });
});

describe("the server", () => {
  test("serves the pictures and data it announces", async () => {
    const icon = await request(server.http).get("/static/images/realm-icon.svg");
    expect([icon.status, icon.type]).toEqual([200, "image/svg+xml"]);
    const avatar = await request(server.http)
      .get(`/avatar/${owner.id}?version=1`)
      .auth(owner.email, owner.apiKey)
      .set("Accept", "image/webp,image/svg+xml,image/*,*/*;q=0.8");
    expect(String(avatar.body)).toContain(">OO</text>");
    const emoji = await request(server.http).get("/static/generated/emoji/emoji_api.json");
    expect(emoji.body.code_to_names["1f642"]).toContain("slight_smile");
  });

  test("describes every endpoint and parameter in OpenAPI", async () => {
    const { body } = await request(server.http).get("/api/v1/openapi.json");
    expect(body.openapi).toBe("3.1.0");
    expect(Object.keys(body.paths["/users/me/subscriptions"])).toEqual(["get", "post", "delete"]);
    expect(body.paths["/server_settings"].get.security).toEqual([]);
    const form = body.paths["/messages"].post.requestBody.content["application/x-www-form-urlencoded"];
    expect(form.schema.required).toEqual(["type", "to", "content"]);
    const parameters = body.paths["/messages"].get.parameters as { name: string; content?: object }[];
    expect(parameters.find(({ name }) => name === "narrow")).toHaveProperty(["content", "application/json"]);
  });
});
