import request from "supertest";
import { newBot } from "../../src/domain/bot";
import type { User } from "../../src/domain/user";
import { type Client, ownerPassword, startServer, type TestServer } from "../support/http-application";
import { addUser } from "../support/people";
import { failure, listenTo, success } from "../support/queue";

let server: TestServer;
let owner: Client;
let admin: Client;
let ben: Client;

const add = (more: Partial<User> = {}): Promise<Client> => addUser(server, more);

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  admin = await add({ role: "administrator", email: "admin@example.com", fullName: "Ada Admin" });
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const userOf = async (id: number, reader = owner) =>
  (await reader.get(`/users/${id}`, { include_custom_profile_fields: true })).body.user;

describe("changing users, §4.8", () => {
  test("a user is named by their address too", async () => {
    const person = await add();
    expect((await admin.patch(`/users/${person.email}`, { full_name: "By Address" })).body).toEqual(
      success(),
    );
    const dummy = `user${person.id}@chat.example.com`;
    expect((await admin.patch(`/users/${dummy}`, { role: 300 })).body).toEqual(success());
    expect(await userOf(person.id)).toMatchObject({ full_name: "By Address", role: 300 });
  });

  test("a bot's owner may rename it", async () => {
    const bot = await add({ bot: newBot("generic", ben.id) });
    expect((await ben.patch(`/users/${bot.id}`, { full_name: "Benbot" })).body).toEqual(success());
    expect((await userOf(bot.id)).full_name).toBe("Benbot");
  });
});

describe("deactivating users, §4.12", () => {
  test("the account ends with its bots, and everyone hears of it", async () => {
    const person = await add();
    const bot = await add({ bot: newBot("generic", person.id) });
    const heard = await listenTo(ben, ["realm_user"]);
    expect((await admin.delete(`/users/${person.id}`)).body).toEqual(success());
    const update = { type: "realm_user", op: "update" };
    expect(await heard()).toEqual([
      { ...update, person: { user_id: bot.id, is_active: false } },
      { ...update, person: { user_id: person.id, is_active: false } },
    ]);
    expect((await userOf(person.id)).is_active).toBe(false);
    expect((await userOf(person.id)).is_deleted).toBeUndefined();
    expect((await bot.get("/users/me")).body).toEqual(failure("Account is deactivated", "USER_DEACTIVATED"));
  });

  test("keys and queues end at once, also the poll that waits", async () => {
    const person = await add();
    const { body } = await person.post("/register", { event_types: ["message"] });
    const poll = request(server.http)
      .get("/api/v1/events")
      .query({ queue_id: body.queue_id, last_event_id: body.last_event_id })
      .auth(person.email, person.apiKey)
      .then((answer) => [answer.status, answer.body.code]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await admin.delete(`/users/${person.id}`);
    expect(await poll).toEqual([401, "USER_DEACTIVATED"]);
    const { status, body: refused } = await person.get("/users/me");
    expect([status, refused]).toEqual([401, failure("Account is deactivated", "USER_DEACTIVATED")]);
    const login = await request(server.http)
      .post("/api/v1/fetch_api_key")
      .type("form")
      .send({ username: person.email, password: "x" });
    expect(login.status).toBe(401);
  });

  test.each<[string, () => Client, () => Promise<number>, object]>([
    ["somebody unknown", () => admin, async () => 9999, failure("No such user")],
    [
      "a bot",
      () => admin,
      async () => (await add({ bot: newBot("generic", 1) })).id,
      failure("No such user"),
    ],
    [
      "somebody who is gone",
      () => admin,
      async () => (await add({ isActive: false })).id,
      failure("User is deactivated"),
    ],
    [
      "an owner, by an administrator",
      () => admin,
      async () => (await add({ role: "owner" })).id,
      failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"),
    ],
    ["anyone, by a member", () => ben, async () => (await add()).id, failure("Insufficient permission")],
  ])("%s can't be deactivated", async (_what, by, make, expected) => {
    const { status, body } = await by().delete(`/users/${await make()}`);
    expect([status, body]).toEqual([400, expected]);
  });

  test("a comment beyond measure is refused", async () => {
    const name = "deactivation_notification_comment";
    const { body } = await admin.delete(`/users/${(await add()).id}`, { [name]: "x".repeat(2001) });
    expect(body).toEqual(
      failure(`${name} is too long (limit: 2000 characters)`, "REQUEST_VARIABLE_INVALID", { var_name: name }),
    );
  });

  test("the only owner can't be deactivated", async () => {
    const alone = await startServer();
    expect((await alone.owner.delete(`/users/${alone.owner.id}`)).body).toEqual(
      failure("Cannot deactivate the only organization owner"),
    );
    await alone.newMember("Somebody");
    expect((await alone.owner.delete("/users/me")).body).toEqual(
      failure("Cannot deactivate the only organization owner.", "CANNOT_DEACTIVATE_LAST_USER", {
        ...{ is_last_owner: true, entity: "organization owner" },
      }),
    );
    await alone.stop();
  });

  test("actions remove the profile and the messages asked for, of bots first", async () => {
    const person = await add({ fullName: "Del Eted", avatar: { source: "upload", version: 4 } });
    const bot = await add({ bot: newBot("generic", person.id) });
    const say = async (by: Client, to: object, content: string) =>
      (await by.post("/messages", { content, ...to })).body.id;
    await owner.post("/users/me/subscriptions", {
      subscriptions: [{ name: "secret" }],
      invite_only: true,
      principals: [person.id, bot.id, owner.id],
    });
    const open = { type: "channel", to: "general", topic: "t" };
    const secret = { type: "channel", to: "secret", topic: "t" };
    const direct = { type: "direct", to: [owner.id] };
    const gone = [await say(bot, open, "bot"), await say(person, open, "a"), await say(person, open, "b")];
    const kept = [await say(person, secret, "secret"), await say(person, direct, "direct")];
    const heard = await listenTo(ben, ["delete_message", "realm_user"], {
      client_capabilities: { bulk_message_deletion: true },
    });
    const singly = await listenTo(ben, ["delete_message"]);
    const actions = { delete_profile: true, delete_public_channel_messages: true };
    expect((await admin.delete(`/users/${person.id}`, { actions })).body).toEqual(success());
    for (const id of gone) expect((await owner.get(`/messages/${id}`)).body.msg).toBe("Invalid message(s)");
    for (const id of kept) expect((await owner.get(`/messages/${id}`)).body.result).toBe("success");
    expect(await userOf(person.id)).toMatchObject({
      ...{ full_name: "Deleted user", is_deleted: true, is_active: false, profile_data: {} },
      avatar_version: 5,
    });
    const place = { message_type: "stream", stream_id: 1, topic: "t", type: "delete_message" };
    const events = await heard();
    expect(events.filter((event) => "message_ids" in event)).toEqual([
      { ...place, message_ids: gone.slice(0, 1) },
      { ...place, message_ids: gone.slice(1) },
    ]);
    expect(await singly()).toEqual(gone.map((id) => ({ ...place, message_id: id })));
  });

  test("direct and private messages go when that is asked for", async () => {
    const person = await add();
    const to = { type: "direct", to: [owner.id] };
    const { id } = (await person.post("/messages", { ...to, content: "x" })).body;
    await admin.delete(`/users/${person.id}`, { actions: { delete_direct_messages: true } });
    expect((await owner.get(`/messages/${id}`)).body).toEqual(failure("Invalid message(s)"));
    const { unread_msgs } = (
      await owner.post("/register", { event_types: ["message", "update_message_flags"] })
    ).body;
    expect(
      unread_msgs.pms.flatMap((one: { unread_message_ids: number[] }) => one.unread_message_ids),
    ).not.toContain(id);
  });

  test("bad actions are refused", async () => {
    const { id } = await add();
    const { body } = await admin.delete(`/users/${id}`, { actions: { delete_profile: "yes" } });
    expect(body).toEqual(
      failure('actions["delete_profile"] is not a boolean', "REQUEST_VARIABLE_INVALID", {
        var_name: "actions",
      }),
    );
    expect((await userOf(id)).is_active).toBe(true);
  });

  test("people end their own account", async () => {
    const person = await add();
    expect((await person.delete("/users/me")).body).toEqual(success());
    expect((await person.get("/users/me")).status).toBe(401);
  });

  test("nobody who is gone is counted as subscriber or group member, until they come back", async () => {
    const person = await server.newMember("Coming Back");
    const { group_id } = (
      await owner.post("/user_groups/create", { name: "comers", description: "", members: [person.id] })
    ).body;
    const members = async () => (await owner.get(`/user_groups/${group_id}/members`)).body.members;
    const subscribers = async () =>
      (await owner.get("/users/me/subscriptions", { include_subscribers: true })).body.subscriptions[0]
        .subscribers;
    await admin.delete(`/users/${person.id}`);
    expect([await members(), (await subscribers()).includes(person.id)]).toEqual([[], false]);
    const missed = (
      await owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "x" })
    ).body.id;
    expect((await admin.post(`/users/${person.id}/reactivate`)).body).toEqual(success());
    expect([await members(), (await subscribers()).includes(person.id)]).toEqual([[person.id], true]);
    // The key that they had has ended; with the password they get another.
    expect((await person.get("/users/me")).body.code).toBe("INVALID_API_KEY");
    const login = { username: person.email, password: ownerPassword };
    const { body } = await request(server.http).post("/api/v1/fetch_api_key").type("form").send(login);
    const register = await request(server.http)
      .post("/api/v1/register")
      .auth(person.email, body.api_key)
      .type("form")
      .send({ event_types: '["message","update_message_flags"]' });
    const unread = register.body.unread_msgs.streams.flatMap(
      (one: { unread_message_ids: number[] }) => one.unread_message_ids,
    );
    expect(unread).not.toContain(missed);
  });
});

describe("reactivating", () => {
  test("everyone hears of it; once is enough", async () => {
    const person = await add({ isActive: false });
    const heard = await listenTo(ben, ["realm_user"]);
    expect((await admin.post(`/users/${person.id}/reactivate`)).body).toEqual(success());
    expect((await admin.post(`/users/${person.id}/reactivate`)).body).toEqual(success());
    expect(await heard()).toEqual([
      { type: "realm_user", op: "update", person: { user_id: person.id, is_active: true } },
    ]);
  });

  test("a bot comes back to its owner, or to whoever brings it back", async () => {
    const leaver = await add({ isActive: false });
    const bot = await add({ bot: newBot("generic", leaver.id), isActive: false, fullName: "Orphan" });
    expect((await ben.post(`/users/${bot.id}/reactivate`)).body).toEqual(failure("Insufficient permission"));
    expect((await admin.post(`/users/${bot.id}/reactivate`)).body).toEqual(success());
    expect(await userOf(bot.id)).toMatchObject({ is_active: true, bot_owner_id: admin.id });
    const other = await add({ bot: newBot("generic", 1), isActive: false, fullName: "ORPHAN" });
    expect((await admin.post(`/users/${other.id}/reactivate`)).body).toEqual(
      failure("Name is already in use."),
    );
  });
});

describe("where guests are limited to whom they know", () => {
  test("they see bots, those they share a channel with, and those they talk to", async () => {
    const guest = await add({ role: "guest", fullName: "Gus Guest" });
    const [stranger, mate, friend] = [await add(), await add(), await add()];
    const bot = await add({ bot: newBot("generic", 1) });
    await owner.patch("/realm", { can_access_all_users_group: { new: 3 } });
    await owner.post("/users/me/subscriptions", {
      ...{
        subscriptions: [{ name: "shared" }],
        invite_only: true,
        principals: [owner.id, guest.id, mate.id],
      },
    });
    await friend.post("/messages", { type: "direct", to: [guest.id], content: "hello" });
    const { members } = (await guest.get("/users")).body;
    const seen = members.map(({ user_id }: { user_id: number }) => user_id);
    for (const id of [guest.id, mate.id, friend.id, bot.id]) expect(seen).toContain(id);
    for (const id of [stranger.id, ben.id]) expect(seen).not.toContain(id);
    expect((await guest.get(`/users/${stranger.id}`)).body).toEqual(failure("Insufficient permission"));
    expect((await guest.get(`/users/${mate.id}`)).body.result).toBe("success");

    const register = async (capabilities: object) =>
      (await guest.post("/register", { event_types: ["realm_user"], client_capabilities: capabilities })).body
        .realm_users;
    const named = (users: { user_id: number }[]) => users.find(({ user_id }) => user_id === stranger.id);
    expect(named(await register({}))).toMatchObject({
      full_name: "Unknown user",
      email: expect.stringContaining("user"),
    });
    expect(named(await register({ user_list_incomplete: true }))).toBeUndefined();

    const heard = await listenTo(guest, ["realm_user", "subscription"]);
    await admin.patch(`/users/${stranger.id}`, { full_name: "Unheard" });
    await admin.patch(`/users/${mate.id}`, { full_name: "Heard" });
    await owner.post("/users/me/subscriptions", {
      ...{ subscriptions: [{ name: "shared" }], principals: [stranger.id] },
    });
    const events = await heard();
    expect(events).toEqual([
      { type: "realm_user", op: "update", person: { user_id: mate.id, full_name: "Heard" } },
      { type: "realm_user", op: "add", person: expect.objectContaining({ full_name: "Unheard" }) },
      expect.objectContaining({ type: "subscription", op: "peer_add", user_ids: [stranger.id] }),
    ]);
    await owner.patch("/realm", { can_access_all_users_group: { new: 2 } });
  });
});
