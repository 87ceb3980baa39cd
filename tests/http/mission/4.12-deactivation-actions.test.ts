import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import type { User } from "../../../src/domain/users/user";
import { addUser } from "../../support/http/add-user";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;

const add = (more: Partial<User> = {}): Promise<Client> => addUser(server, more);

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  await owner.patch("/realm", { enable_spectator_access: true });
});
afterAll(() => server.stop());

const userOf = async ({ id }: { id: number }) =>
  (await owner.get(`/users/${id}`, { include_custom_profile_fields: true })).body.user;
const deactivate = async ({ id }: { id: number }, actions: unknown) =>
  (await owner.delete(`/users/${id}`, { actions })).body;
const person = (user: { id: number }, fields: object) => ({
  type: "realm_user",
  op: "update",
  person: { user_id: user.id, ...fields },
});

/** A user with a bot, and where each of them has written. */
const speakers = async () => {
  const target = await add({ avatar: { source: "gravatar", version: 4 } });
  const bot = await add({ bot: newBot("generic", target.id) });
  const channel = (to: string) => ({ type: "channel", to, topic: "t" });
  for (const [name, privacy] of [
    ["open", {}],
    ["web", { is_web_public: true }],
    ["secret", { invite_only: true }],
  ] as const)
    await owner.post("/users/me/subscriptions", {
      subscriptions: [{ name }],
      principals: [owner.id, target.id, bot.id],
      ...privacy,
    });
  const say = async (to: object): Promise<number[]> => {
    const ids: number[] = [];
    for (const who of [bot, target])
      ids.push((await who.post("/messages", { content: "x", ...to }).expect(200)).body.id);
    return ids;
  };
  return {
    target,
    bot,
    messages: {
      publicly: [...(await say(channel("open"))), ...(await say(channel("web")))],
      privately: await say(channel("secret")),
      directly: await say({ type: "direct", to: [owner.id] }),
      inGroup: await say({ type: "direct", to: [owner.id, ben.id] }),
    },
  };
};
const exists = async (id: number) => (await owner.get(`/messages/${id}`)).body.result === "success";
const allThere = async (ids: readonly number[]) => (await Promise.all(ids.map(exists))).every(Boolean);
const noneThere = async (ids: readonly number[]) => !(await Promise.all(ids.map(exists))).some(Boolean);

shows(
  ["§4.12 parameter actions", "§4.12 note 2", "§9 level of actions for user deactivation"],
  "each action deletes one kind of messages of bots and their owner, and leaves the rest",
  async () => {
    const { zulip_feature_level } = (await request(server.http).get("/api/v1/server_settings")).body;
    expect(zulip_feature_level).toBeGreaterThanOrEqual(459);
    const kinds = {
      delete_public_channel_messages: ["publicly"],
      delete_private_channel_messages: ["privately"],
      delete_direct_messages: ["directly", "inGroup"],
    } as const;
    for (const [action, deleted] of Object.entries(kinds)) {
      const { target, messages } = await speakers();
      expect(await deactivate(target, { [action]: true })).toEqual(success());
      for (const [kind, ids] of Object.entries(messages)) {
        const isDeleted = (deleted as readonly string[]).includes(kind);
        expect([kind, await (isDeleted ? noneThere(ids) : allThere(ids))]).toEqual([kind, true]);
      }
      expect(await userOf(target)).toMatchObject({ full_name: `Person ${target.id}`, is_active: false });
    }
    const { unread_msgs } = (
      await owner.post("/register", { event_types: ["message", "update_message_flags"] })
    ).body;
    for (const { unread_message_ids } of [...unread_msgs.pms, ...unread_msgs.huddles, ...unread_msgs.streams])
      expect(await allThere(unread_message_ids)).toBe(true);
  },
);

shows("§4.12 parameter actions", "deletes nothing without actions or with false ones", async () => {
  const all = ["profile", "public_channel_messages", "private_channel_messages", "direct_messages"];
  const none = Object.fromEntries(all.map((name) => [`delete_${name}`, false]));
  for (const form of [{}, { actions: {} }, { actions: none }, { actions: { delete_something: true } }]) {
    const { target, bot, messages } = await speakers();
    const before = await Promise.all([userOf(target), userOf(bot)]);
    expect((await owner.delete(`/users/${target.id}`, form)).body).toEqual(success());
    expect(await Promise.all([userOf(target), userOf(bot)])).toEqual(
      before.map((user) => ({ ...user, is_active: false })),
    );
    expect(await allThere(Object.values(messages).flat())).toBe(true);
  }
});

shows(
  [
    "§4.12 parameter actions",
    "§4.12 note 2",
    "§3 User active (is_active true) by DELETE /users/{user_id} to deactivated (is_active false)",
    "§3 note 2",
  ],
  "applies all actions to the bot first, then to the user, who loses name, picture and profile",
  async () => {
    const { id } = (await owner.post("/realm/profile_fields", { name: "Phone", field_type: 1 })).body;
    const { target, bot, messages } = await speakers();
    await owner.patch(`/users/${target.id}`, { profile_data: [{ id, value: "123" }] });
    const newEvents = await listenTo(owner, ["delete_message", "realm_user"], {
      client_capabilities: { bulk_message_deletion: true },
    });
    const all = ["profile", "public_channel_messages", "private_channel_messages", "direct_messages"];
    const actions = Object.fromEntries(all.map((name) => [`delete_${name}`, true]));
    expect(await deactivate(target, actions)).toEqual(success());
    const events = (await newEvents()) as readonly { message_ids?: number[]; person?: { user_id: number } }[];
    const deleted = (at: number) =>
      Object.values(messages).flatMap((ids) => ids.filter((_, i) => i % 2 === at));
    const firstOfUser = events.findIndex(
      ({ message_ids, person: who }) =>
        who?.user_id === target.id || message_ids?.includes(deleted(1)[0] ?? 0),
    );
    const [ofBot, ofUser] = [events.slice(0, firstOfUser), events.slice(firstOfUser)];
    for (const [index, [part, user]] of (
      [
        [ofBot, bot],
        [ofUser, target],
      ] as const
    ).entries()) {
      expect(part.flatMap(({ message_ids }) => message_ids ?? []).sort()).toEqual(deleted(index).sort());
      expect(part).toContainEqual(person(user, { full_name: "Deleted user" }));
      expect(part.at(-1)).toEqual(person(user, { is_active: false }));
      expect(part.filter((event) => event.person && event.person.user_id !== user.id)).toEqual([]);
    }
    const removed = { full_name: "Deleted user", is_deleted: true, is_active: false };
    expect(await userOf(bot)).toMatchObject(removed);
    expect(await userOf(target)).toMatchObject({
      ...removed,
      avatar_url: `/avatar/${target.id}?version=5`,
      profile_data: {},
      user_id: target.id,
      email: target.email,
      role: 400,
    });
    expect(await noneThere(Object.values(messages).flat())).toBe(true);
  },
);

shows(
  "§3 note 2",
  "a reactivated user is no longer deleted, but what was removed stays removed",
  async () => {
    const target = await add({ fullName: "Del Eted" });
    await deactivate(target, { delete_profile: true });
    await owner.post(`/users/${target.id}/reactivate`).expect(200);
    const user = await userOf(target);
    expect(user).toMatchObject({ full_name: "Deleted user", is_active: true });
    expect(user).not.toHaveProperty("is_deleted");
  },
);

shows(
  "§4.12 parameter actions",
  "refuses actions that aren't an object of booleans, and keeps the user active",
  async () => {
    const target = await add();
    const invalid = (problem: string) =>
      failure(problem, "REQUEST_VARIABLE_INVALID", { var_name: "actions" });
    for (const [actions, problem] of [
      ["yes", "actions is not valid JSON"],
      [["delete_profile"], "actions is not a dict"],
      ["true", "actions is not a dict"],
      [{ delete_profile: "yes" }, 'actions["delete_profile"] is not a boolean'],
      [{ delete_direct_messages: 1 }, 'actions["delete_direct_messages"] is not a boolean'],
    ] as const)
      expect(await deactivate(target, actions)).toEqual(invalid(problem));
    expect((await userOf(target)).is_active).toBe(true);
  },
);

shows("§4.12 parameter actions", "accepts actions in the query as well as in the body", async () => {
  const target = await add();
  const actions = encodeURIComponent('{"delete_profile": true}');
  const { body } = await request(server.http)
    .delete(`/api/v1/users/${target.id}?actions=${actions}`)
    .auth(owner.email, owner.apiKey);
  expect(body).toEqual(success());
  expect((await userOf(target)).full_name).toBe("Deleted user");
});
