import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import type { User } from "../../../src/domain/users/user";
import { defaultUserSettings } from "../../../src/domain/users/user-settings";
import { aPicture } from "../../support/builders/images";
import { addUser } from "../../support/http/add-user";
import { listenTo, success } from "../../support/http/event-queue";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;

const add = (more: Partial<User> = {}): Promise<Client> => addUser(server, more);

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const userOf = async ({ email }: { email: string }, reader = owner) =>
  (await reader.get(`/users/${email}`)).body.user;

shows(
  ["§2.2 field user_id", "§2.2 field full_name", "§2.2 field is_active", "§2.2 field is_imported_stub"],
  "a user has exactly these fields, by address, by id and in the list",
  async () => {
    const user = {
      user_id: ben.id,
      delivery_email: "ben@example.com",
      email: "ben@example.com",
      full_name: "Ben",
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      role: 400,
      timezone: "",
      avatar_url: `/avatar/${ben.id}?version=1`,
      avatar_version: 1,
      is_imported_stub: false,
    };
    expect((await owner.get(`/users/${ben.email}`)).body).toEqual(success({ user }));
    expect((await owner.get(`/users/${ben.id}`)).body).toEqual(success({ user }));
    const { members } = (await owner.get("/users")).body;
    expect(members.filter(({ user_id }: { user_id: number }) => user_id === ben.id)).toEqual([user]);
    const ids = members.map(({ user_id }: { user_id: number }) => user_id);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

shows(
  ["§2.2 field role", "§2.2 field is_owner", "§2.2 field is_admin", "§2.2 field is_guest"],
  "each role has its number and flags; an owner is an administrator too",
  async () => {
    const roles: readonly [User["role"], object][] = [
      ["owner", { role: 100, is_owner: true, is_admin: true, is_guest: false }],
      ["administrator", { role: 200, is_owner: false, is_admin: true, is_guest: false }],
      ["moderator", { role: 300, is_owner: false, is_admin: false, is_guest: false }],
      ["member", { role: 400, is_owner: false, is_admin: false, is_guest: false }],
      ["guest", { role: 600, is_owner: false, is_admin: false, is_guest: true }],
    ];
    for (const [role, fields] of roles) expect(await userOf(await add({ role }))).toMatchObject(fields);
  },
);

shows(
  ["§2.2 field is_bot", "§2.2 field bot_type", "§2.2 field bot_owner_id", "§2.2 field delivery_email"],
  "bots have a type and an owner, except legacy ones; everyone sees their real address",
  async () => {
    const hidden = { settings: { ...defaultUserSettings, emailAddressVisibility: "nobody" as const } };
    const guest = await add({ role: "guest" });
    const types = ["generic", "incoming_webhook", "outgoing_webhook", "embedded"] as const;
    for (const [index, type] of types.entries()) {
      const bot = await add({ bot: newBot(type, ben.id), ...hidden });
      expect(await userOf(bot, guest)).toMatchObject({
        is_bot: true,
        bot_type: index + 1,
        bot_owner_id: ben.id,
        email: bot.email,
        delivery_email: bot.email,
      });
    }
    const legacy = await add({ bot: newBot("generic", null) });
    expect(await userOf(legacy)).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: null });
    expect(await userOf(ben)).toMatchObject({ is_bot: false, bot_type: null, bot_owner_id: null });
  },
);

shows(
  ["§2.2 field is_active", "§2.2 field is_deleted"],
  "deactivated users are inactive; deleted users are also marked as deleted, and only they have that field",
  async () => {
    const [left, removed] = [await add(), await add()];
    await owner.delete(`/users/${left.id}`).expect(200);
    await owner.delete(`/users/${removed.id}`, { actions: { delete_profile: true } }).expect(200);
    const user = await userOf(left);
    expect(user.is_active).toBe(false);
    expect(user).not.toHaveProperty("is_deleted");
    expect(await userOf(ben)).not.toHaveProperty("is_deleted");
    expect(await userOf(removed)).toMatchObject({ is_active: false, is_deleted: true });
  },
);

shows("§2.2 field timezone", "the time zone is the user's choice, and may be empty", async () => {
  const person = await add();
  expect((await userOf(person)).timezone).toBe("");
  await person.patch("/settings", { timezone: "Europe/Berlin" }).expect(200);
  expect((await userOf(person)).timezone).toBe("Europe/Berlin");
});

shows(
  ["§2.2 field avatar_url", "§2.2 field avatar_version"],
  "each new picture increases the version, which is part of the picture's URL",
  async () => {
    const person = await server.newMember("Pia");
    const upload = async () =>
      request(server.http)
        .post("/api/v1/users/me/avatar")
        .auth(person.email, person.apiKey)
        .attach("file", await aPicture(), "me.png");
    for (const version of [2, 3]) {
      const { avatar_url } = (await upload()).body;
      expect(await userOf(person)).toMatchObject({ avatar_url, avatar_version: version });
      expect(avatar_url).toContain(`version=${version}`);
      expect((await request(server.http).get(avatar_url)).type).toBe("image/png");
    }
    await person.delete("/users/me/avatar").expect(200);
    expect(await userOf(person)).toMatchObject({
      avatar_url: `/avatar/${person.id}?version=4`,
      avatar_version: 4,
    });
  },
);

const logIn = ({ email }: { email: string }) =>
  request(server.http)
    .post("/api/v1/fetch_api_key")
    .type("form")
    .send({ username: email, password: ownerPassword })
    .expect(200);
const logInByPage = async (username: string) => {
  const browser = request.agent(server.http).set("Host", "chat.example.com");
  const [, csrfmiddlewaretoken] =
    /name="csrfmiddlewaretoken" value="([^"]+)"/.exec((await browser.get("/login")).text) ?? [];
  const form = { csrfmiddlewaretoken, username, password: ownerPassword };
  await browser.post("/login").type("form").send(form).expect(303);
};
const joined = async (person: { email: string }) => (await userOf(person)).date_joined as string;

shows(
  "§2.2 field date_joined",
  "an account created by the API has its creation time until the first login, which everyone gets",
  async () => {
    const before = Date.now();
    const form = { email: "api@example.com", full_name: "Api", password: ownerPassword };
    const { user_id } = (await owner.post("/users", form)).body;
    const createdAt = await joined(form);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    const events = await listenTo(ben, ["realm_user"]);
    await logIn(form);
    const first = await joined(form);
    expect(Date.parse(first)).toBeGreaterThan(Date.parse(createdAt));
    expect(await events()).toEqual([
      { type: "realm_user", op: "update", person: { user_id, date_joined: first } },
    ]);
    await logIn(form);
    await logInByPage(form.email);
    expect([await joined(form), await events()]).toEqual([first, []]);
  },
);

shows("§2.2 field date_joined", "a login on the page counts as the first login too", async () => {
  const form = { email: "page@example.com", full_name: "Page", password: ownerPassword };
  await owner.post("/users", form).expect(200);
  const createdAt = await joined(form);
  await logInByPage(form.email);
  expect(Date.parse(await joined(form))).toBeGreaterThan(Date.parse(createdAt));
});

shows(
  ["§2.2 field date_joined", "§2.2 field is_imported_stub"],
  "an imported user is a stub until their first login; a user who signed up joined at that time",
  async () => {
    const stub = await add({ isImportedStub: true });
    const createdAt = await joined(stub);
    expect((await userOf(stub)).is_imported_stub).toBe(true);
    const events = await listenTo(ben, ["realm_user"]);
    await logIn(stub);
    const { date_joined, is_imported_stub } = await userOf(stub);
    expect([Date.parse(date_joined) > Date.parse(createdAt), is_imported_stub]).toEqual([true, false]);
    const update = { type: "realm_user", op: "update" };
    expect(await events()).toEqual([
      { ...update, person: { user_id: stub.id, date_joined } },
      { ...update, person: { user_id: stub.id, is_imported_stub: false } },
    ]);
    const own = await joined(ben);
    await logIn(ben);
    expect([await joined(ben), await events()]).toEqual([own, []]);
  },
);
