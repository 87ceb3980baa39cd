import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import type { User } from "../../../src/domain/users/user";
import { addUser } from "../../support/http/add-user";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

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

describe("deactivating users", () => {
  test("ends their keys and queues at once, including a waiting poll", async () => {
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

  test("is refused to the only owner", async () => {
    expect((await owner.delete("/users/me")).body).toEqual(
      failure("Cannot deactivate the only organization owner.", "CANNOT_DEACTIVATE_LAST_USER", {
        is_last_owner: true,
        entity: "organization owner",
      }),
    );
  });
});

describe("guests with a limited view", () => {
  test("see bots, users in shared channels and users in shared conversations", async () => {
    const guest = await add({ role: "guest", fullName: "Gus Guest" });
    const [stranger, mate, friend] = [await add(), await add(), await add()];
    const bot = await add({ bot: newBot("generic", 1) });
    await owner.patch("/realm", { can_access_all_users_group: { new: 3 } });
    await owner.post("/users/me/subscriptions", {
      subscriptions: [{ name: "shared" }],
      invite_only: true,
      principals: [owner.id, guest.id, mate.id],
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

    const newEvents = await listenTo(guest, ["realm_user", "subscription"]);
    await admin.patch(`/users/${stranger.id}`, { full_name: "Unheard" });
    await admin.patch(`/users/${mate.id}`, { full_name: "Heard" });
    await owner.post("/users/me/subscriptions", {
      subscriptions: [{ name: "shared" }],
      principals: [stranger.id],
    });
    const events = await newEvents();
    expect(events).toEqual([
      { type: "realm_user", op: "update", person: { user_id: mate.id, full_name: "Heard" } },
      { type: "realm_user", op: "add", person: expect.objectContaining({ full_name: "Unheard" }) },
      expect.objectContaining({ type: "subscription", op: "peer_add", user_ids: [stranger.id] }),
    ]);
    await owner.patch("/realm", { can_access_all_users_group: { new: 2 } });
  });

  test("still know former conversation partners after all its messages are deleted, even after a restart", async () => {
    const [person, friend] = [await add(), await add({ role: "administrator" })];
    await owner.patch("/realm", { can_access_all_users_group: { new: 3 } });
    const { id } = (await friend.post("/messages", { type: "direct", to: [person.id], content: "x" })).body;
    expect((await friend.delete(`/messages/${id}`)).body).toEqual(success());
    await owner.patch(`/users/${person.id}`, { role: 600 });
    const sees = async (on: TestServer) =>
      (await on.clientOf(person).get(`/users/${friend.id}`)).body.user?.user_id;
    expect(await sees(server)).toBe(friend.id);
    const again = await server.restarted();
    expect(await sees(again)).toBe(friend.id);
    again.http.close();
    await again.close();
    await owner.patch("/realm", { can_access_all_users_group: { new: 2 } });
  });

  test("get each new user once, and no introductions where they see everyone", async () => {
    const guest = await add({ role: "guest" });
    const [mate, friend, newcomer, deactivated] = [await add(), await add(), await add(), await add()];
    await owner.patch("/realm", { can_access_all_users_group: { new: 3 } });
    const subscribe = (name: string, principals: readonly number[]) =>
      owner.post("/users/me/subscriptions", { subscriptions: [{ name }], principals });
    await subscribe("first met", [guest.id, mate.id]);
    await friend.post("/messages", { type: "direct", to: [guest.id], content: "hello" });
    await subscribe("met later", [mate.id, friend.id, newcomer.id, deactivated.id]);
    await owner.delete(`/users/${deactivated.id}`);
    const events = await listenTo(guest, ["realm_user"]);
    const introduced = async () =>
      ((await events()) as { op: string; person: { user_id: number } }[]).map(
        ({ op, person }) => `${op} ${person.user_id}`,
      );
    await subscribe("met later", [guest.id]);
    // Senders they know only from messages were never introduced.
    expect(await introduced()).toEqual([`add ${friend.id}`, `add ${newcomer.id}`]);
    await subscribe("met again", [guest.id, mate.id, friend.id, newcomer.id]);
    expect(await introduced()).toEqual([]);
    for (const name of ["met later", "met again"])
      await owner.delete("/users/me/subscriptions", { subscriptions: [name], principals: [guest.id] });
    expect(await introduced()).toEqual([`remove ${newcomer.id}`]);
    await owner.patch("/realm", { can_access_all_users_group: { new: 2 } });
    // The setting's change introduces everyone.
    expect(await introduced()).toContain(`add ${newcomer.id}`);
    await subscribe("met later", [guest.id]);
    expect(await introduced()).toEqual([]);
  });

  test("lose sight of users with whom they no longer share a channel", async () => {
    const guest = await add({ role: "guest" });
    const [mate, friend] = [await add(), await add()];
    await owner.patch("/realm", { can_access_all_users_group: { new: 3 } });
    const place = { subscriptions: [{ name: "for a while" }], principals: [guest.id, mate.id, friend.id] };
    await owner.post("/users/me/subscriptions", place);
    await friend.post("/messages", { type: "direct", to: [guest.id], content: "hello" });
    const events = await listenTo(guest, ["realm_user"]);
    const leave = (id: number) =>
      owner.delete("/users/me/subscriptions", { subscriptions: ["for a while"], principals: [id] });
    const removalOf = (id: number) => ({
      type: "realm_user",
      op: "remove",
      person: { user_id: id, full_name: "Unknown user" },
    });
    await leave(friend.id);
    expect(await events()).toEqual([]);
    await leave(mate.id);
    expect(await events()).toEqual([removalOf(mate.id)]);

    const other = { subscriptions: [{ name: "another" }], principals: [guest.id, mate.id] };
    await owner.post("/users/me/subscriptions", other);
    await events();
    await guest.delete("/users/me/subscriptions", { subscriptions: ["another"] });
    expect(await events()).toEqual([removalOf(mate.id)]);
    await owner.patch("/realm", { can_access_all_users_group: { new: 2 } });
  });
});
