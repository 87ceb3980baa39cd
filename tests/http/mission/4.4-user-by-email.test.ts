import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import type { User } from "../../../src/domain/users/user";
import { defaultUserSettings, type EmailVisibility } from "../../../src/domain/users/user-settings";
import { addUser } from "../../support/http/add-user";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;

const add = (more: Partial<User> = {}): Promise<Client> => addUser(server, more);
const visibleTo = (emailAddressVisibility: EmailVisibility): Partial<User> => ({
  settings: { ...defaultUserSettings, emailAddressVisibility },
});

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const fetched = async (who: Client, name: string | number, query = {}) =>
  (await who.get(`/users/${name}`, query)).body;
const dummyOf = ({ id }: { id: number }) => `user${id}@chat.example.com`;
const noSuchUser = failure("No such user");

shows(
  ["§4.4 note 1", "§4.4 note 3"],
  "finds a user by address in any case and with any escaping in the path",
  async () => {
    const plus = await add({ email: "a+b@example.com" });
    for (const name of ["a+b@example.com", "a%2Bb%40example.com", "A+B@EXAMPLE.com"]) {
      const body = await fetched(owner, name);
      expect(body).toEqual(success({ user: expect.objectContaining({ user_id: plus.id }) }));
    }
    for (const name of ["nobody@example.com", "nobody", "@", "user1@elsewhere.example.com", "999"]) {
      const { status, body } = await owner.get(`/users/${name}`);
      expect([status, body]).toEqual([400, noSuchUser]);
    }
    const anonymous = await request(server.http).get("/api/v1/users/ben@example.com");
    expect([anonymous.status, anonymous.body.code]).toEqual([401, "UNAUTHORIZED"]);
  },
);

shows(
  ["§4.4 note 2", "§2.2 field delivery_email", "§2.2 field email"],
  "finds a user by real address if the caller may see it; other callers see a dummy one",
  async () => {
    const bot = await add({ bot: newBot("generic", owner.id) });
    const guest = await add({ role: "guest" });
    const [moderator, admin] = [await add({ role: "moderator" }), await add({ role: "administrator" })];
    const readers = [guest, bot, ben, moderator, admin, owner];
    const seenBy: Readonly<Record<EmailVisibility, readonly Client[]>> = {
      everyone: readers,
      members: [bot, ben, moderator, admin, owner],
      moderators: [moderator, admin, owner],
      administrators: [admin, owner],
      nobody: [],
    };
    for (const [visibility, seers] of Object.entries(seenBy)) {
      const shy = await add(visibleTo(visibility as EmailVisibility));
      const addresses = (email: string, delivery_email: string | null) =>
        success({ user: expect.objectContaining({ user_id: shy.id, email, delivery_email }) });
      for (const reader of [...readers, shy]) {
        const isOpen = reader === shy || seers.includes(reader);
        const expected = isOpen ? addresses(shy.email, shy.email) : addresses(dummyOf(shy), null);
        expect(await fetched(reader, shy.email)).toEqual(isOpen ? expected : noSuchUser);
        expect(await fetched(reader, dummyOf(shy))).toEqual(expected);
      }
    }
  },
);

shows(
  "§4.4 note 2",
  "the dummy address finds every user as the id does: bots, guests, deactivated and hidden ones",
  async () => {
    const all = [
      await add({ bot: newBot("generic", owner.id), ...visibleTo("nobody") }),
      await add({ role: "guest" }),
      await add({ isActive: false }),
      await add(visibleTo("nobody")),
      owner,
    ];
    for (const query of [{}, { client_gravatar: false, include_custom_profile_fields: true }])
      for (const client of all) {
        const byId = await fetched(ben, client.id, query);
        expect(byId).toEqual(success({ user: expect.objectContaining({ user_id: client.id }) }));
        for (const name of [
          dummyOf(client),
          dummyOf(client).toUpperCase(),
          dummyOf(client).replace("@", "%40"),
          `${dummyOf(client)}:9991`,
        ])
          expect(await fetched(ben, name, query)).toEqual(byId);
      }
    expect(await fetched(ben, dummyOf({ id: 99_999 }))).toEqual(noSuchUser);
  },
);

shows("§4.4 note 2", "guests find only users they know, if the organization limits them", async () => {
  const guest = await add({ role: "guest" });
  const stranger = await add();
  await owner.patch("/realm", { can_access_all_users_group: { new: 3 } }).expect(200);
  for (const name of [stranger.email, dummyOf(stranger), stranger.id])
    expect(await fetched(guest, name)).toEqual(failure("Insufficient permission"));
  await owner.patch("/realm", { can_access_all_users_group: { new: 2 } }).expect(200);
  expect((await fetched(guest, stranger.email)).user.user_id).toBe(stranger.id);
});

shows(
  ["§4.4 parameter client_gravatar", "§2.2 field avatar_url"],
  "by default clients compute gravatars themselves, or get the URL on request; hidden addresses have none",
  async () => {
    const avatar = { source: "gravatar", version: 3 } as const;
    const open = await add({ avatar });
    const shy = await add({ avatar, ...visibleTo("administrators") });
    const urlOf = async (who: Client, target: Client, query = {}) =>
      (await fetched(who, dummyOf(target), query)).user.avatar_url;
    const url = expect.stringMatching(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?.*version=3$/);
    for (const query of [{}, { client_gravatar: true }]) {
      expect(await urlOf(ben, open, query)).toBeNull();
      expect(await urlOf(owner, shy, query)).toBeNull();
      expect(await urlOf(ben, owner, query)).toBe(`/avatar/${owner.id}?version=1`);
    }
    for (const query of [{}, { client_gravatar: true }, { client_gravatar: false }])
      expect(await urlOf(ben, shy, query)).toBe(`/avatar/${shy.id}?version=3`);
    for (const target of [open, shy])
      expect(await urlOf(owner, target, { client_gravatar: false })).toEqual(url);
    expect(await fetched(ben, open.email, { client_gravatar: "maybe" })).toEqual(
      failure("client_gravatar is not a boolean", "REQUEST_VARIABLE_INVALID", {
        var_name: "client_gravatar",
      }),
    );
  },
);

shows(
  ["§4.4 parameter include_custom_profile_fields", "§2.2 field profile_data"],
  "include_custom_profile_fields returns users' values by field id, with HTML for Markdown fields; bots have none",
  async () => {
    const choices = { field_data: { vi: { text: "Vim", order: "1" } } };
    const given: readonly [number, string | number[], object?][] = [
      [1, "*hi*"],
      [2, "a **b**"],
      [3, "vi", choices],
      [4, "2000-02-29"],
      [5, "https://example.com"],
      [6, [owner.id]],
      [7, "octocat", { field_data: { subtype: "github" } }],
      [8, "they"],
    ];
    const ids: number[] = [];
    for (const [field_type, , more] of given) {
      const form = { name: `F${field_type}`, field_type, ...more };
      ids.push((await owner.post("/realm/profile_fields", form)).body.id);
    }
    const profile_data = given.map(([, value], index) => ({ id: ids[index], value }));
    await owner.patch(`/users/${ben.id}`, { profile_data }).expect(200);
    const rendered = ["<p><em>hi</em></p>", "<p>a <strong>b</strong></p>"];
    const values = [
      "*hi*",
      "a **b**",
      "vi",
      "2000-02-29",
      "https://example.com",
      `[${owner.id}]`,
      "octocat",
      "they",
    ];
    const expected = Object.fromEntries(
      values.map((value, index) => [
        ids[index],
        rendered[index] === undefined ? { value } : { value, rendered_value: rendered[index] },
      ]),
    );
    const all = { include_custom_profile_fields: true };
    expect((await fetched(owner, ben.email, all)).user.profile_data).toEqual(expected);
    expect((await fetched(owner, ben.id, all)).user.profile_data).toEqual(expected);
    expect((await owner.get("/users", { ...all, user_ids: [ben.id] })).body.members).toMatchObject([
      { profile_data: expected },
    ]);
    expect((await fetched(ben, owner.email, all)).user.profile_data).toEqual({});
    for (const query of [{}, { include_custom_profile_fields: false }])
      expect((await fetched(owner, ben.email, query)).user).not.toHaveProperty("profile_data");
    const bot = await add({ bot: newBot("generic", owner.id) });
    expect((await fetched(owner, bot.email, all)).user).not.toHaveProperty("profile_data");
    const name = "include_custom_profile_fields";
    expect(await fetched(ben, ben.email, { [name]: "1" })).toEqual(
      failure(`${name} is not a boolean`, "REQUEST_VARIABLE_INVALID", { var_name: name }),
    );
  },
);
