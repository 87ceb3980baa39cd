import { newBot } from "../../src/domain/bots/bot";
import { aGroup, aUser } from "../support/builders";
import { type Client, ownerPassword, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

let server: TestServer;
let owner: Client;
let admin: Client;
let ben: Client;
let cleo: Client;
let gina: Client;
let bot: Client;

const administrator = aUser({ id: 50, email: "ada@example.com", fullName: "Ada", role: "administrator" });
const guest = aUser({ id: 51, email: "gina@example.com", fullName: "Gina", role: "guest" });
const helper = aUser({ id: 52, email: "bot@example.com", fullName: "Bot", bot: newBot("generic", 3) });

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  await server.append(
    ...[administrator, guest, helper].map((user) => ({ type: "user_created", user }) as const),
    { type: "group_created", group: aGroup({ id: 20, name: "team", members: [cleo.id] }) },
  );
  [admin, gina, bot] = [administrator, guest, helper].map((user) => server.clientOf(user)) as [
    Client,
    Client,
    Client,
  ];
  await setNotices(false);
});
afterAll(() => server.stop());

const setNotices = (enabled: boolean) => owner.patch("/realm", { send_channel_events_messages: enabled });
let created = 0;
/** Creates a channel of Ben's with him as its subscriber; returns its id. */
const channel = async (more: object = {}, subscribers: readonly Client[] = [ben]): Promise<number> => {
  created += 1;
  const { body } = await ben.post("/channels/create", {
    name: `channel ${created}`,
    subscribers: subscribers.map(({ id }) => id),
    ...more,
  });
  if (body.id === undefined) throw new Error(body.msg);
  return body.id;
};
const hidden = { invite_only: true, history_public_to_subscribers: true };
const see = async (who: Client, id: number) => (await who.get(`/streams/${id}`)).body;
const nameOf = async (id: number): Promise<string> => (await see(owner, id)).stream.name;
const noChannel = failure("Invalid channel ID");

describe("creating", () => {
  test("makes a channel with the given properties and its first subscribers", async () => {
    const folder = (await owner.post("/channel_folders/create", { name: "Made", description: "" })).body;
    const { status, body } = await ben.post("/channels/create", {
      name: "  fresh  ",
      description: "on\ntwo *lines*",
      subscribers: [cleo.id],
      invite_only: true,
      folder_id: folder.channel_folder_id,
      topics_policy: '"disable_empty_topic"',
      can_send_message_group: { direct_members: [ben.id], direct_subgroups: [20] },
    });
    expect([status, body]).toEqual([200, success({ id: expect.any(Number) })]);
    const { stream } = await see(cleo, body.id);
    expect(stream).toMatchObject({
      name: "fresh",
      description: "on two *lines*",
      invite_only: true,
      creator_id: ben.id,
      rendered_description: "<p>on two <em>lines</em></p>",
      topics_policy: "disable_empty_topic",
      folder_id: folder.channel_folder_id,
      history_public_to_subscribers: false,
      subscriber_count: 1,
      can_send_message_group: { direct_members: [ben.id], direct_subgroups: [20] },
    });
    expect((await owner.get(`/streams/${body.id}/members`)).body).toEqual(
      success({ subscribers: [cleo.id] }),
    );
  });

  test("refuses a taken name, ignoring case and including archived channels, without revealing hidden channels", async () => {
    const id = await channel();
    const name = await nameOf(id);
    const again = (who: Client) => who.post("/channels/create", { name: name.toUpperCase() });
    const taken = failure(`Channel '${name}' already exists`, "CHANNEL_ALREADY_EXISTS", {
      channel_name: name,
    });
    const { status, body } = await again(cleo);
    expect([status, body]).toEqual([409, taken]);
    await ben.delete(`/streams/${id}`);
    expect((await again(ben)).body).toEqual(taken);
    const secret = await channel(hidden);
    const { body: unseen } = await cleo.post("/channels/create", { name: await nameOf(secret) });
    expect(unseen).toEqual(failure(`Unable to access channel (${await nameOf(secret)}).`));
  });

  const many = "d".repeat(1025);
  test.each<[string, object, object]>([
    [
      "a long description",
      { description: many },
      failure("description is too long (limit: 1024 characters)"),
    ],
    ["an unknown folder", { folder_id: 999 }, failure("Invalid channel folder ID")],
    ["private and public at once", { invite_only: true, is_web_public: true }, failure("Invalid parameters")],
    [
      "a web-public channel where the realm allows none",
      { is_web_public: true },
      failure("Web-public channels are not enabled."),
    ],
    ["an unknown group", { can_send_message_group: 999 }, failure("Invalid user group")],
    [
      "a group that the permission doesn't accept",
      { can_administer_channel_group: 2 },
      failure("'can_administer_channel_group' setting cannot be set to 'role:everyone' group."),
    ],
    [
      "permissions for deleting messages",
      { can_delete_any_message_group: 3 },
      failure("Insufficient permission"),
    ],
    ["an unknown user", { subscribers: [999] }, failure("No such user")],
    [
      "an unknown policy",
      { topics_policy: "any" },
      failure("Invalid topics_policy", "REQUEST_VARIABLE_INVALID", { var_name: "topics_policy" }),
    ],
  ])("refuses %s and creates nothing", async (_what, change, expected) => {
    const { status, body } = await ben.post("/channels/create", { name: "unmade", ...change });
    expect([status, body]).toEqual([400, expected]);
    expect((await owner.get("/get_stream_id", { stream: "unmade" })).status).toBe(400);
  });

  test("a default channel can't be private", async () => {
    const { body } = await owner.post("/channels/create", {
      name: "unmade",
      invite_only: true,
      is_default_stream: true,
    });
    expect(body).toEqual(failure("A default channel cannot be private."));
  });
});

describe("settings", () => {
  test("each can be changed, and everyone who can see the channel gets an event", async () => {
    const id = await channel({ description: "before" });
    const name = await nameOf(id);
    const folder = (await owner.post("/channel_folders/create", { name: "Later", description: "" })).body;
    const events = await listenTo(cleo, ["stream"]);
    const change = {
      new_name: `${name} anew`,
      description: "after",
      topics_policy: "disable_empty_topic",
      folder_id: folder.channel_folder_id,
      can_send_message_group: { new: 4, old: 2 },
    };
    expect((await ben.patch(`/streams/${id}`, change)).body).toEqual(success());
    const event = (property: string, value: unknown, more: object = {}) => ({
      type: "stream",
      op: "update",
      stream_id: id,
      name,
      property,
      value,
      ...more,
    });
    expect(await events()).toEqual([
      event("description", "after", { rendered_description: "<p>after</p>" }),
      event("name", `${name} anew`),
      event("folder_id", folder.channel_folder_id),
      event("topics_policy", "disable_empty_topic"),
      event("can_send_message_group", 4),
      event("stream_post_policy", 3),
      event("is_announcement_only", false),
    ]);
    expect((await see(cleo, id)).stream).toMatchObject({
      name: `${name} anew`,
      description: "after",
      topics_policy: "disable_empty_topic",
      folder_id: folder.channel_folder_id,
      can_send_message_group: 4,
      stream_post_policy: 3,
    });
    await ben.patch(`/streams/${id}`, { folder_id: null });
    expect((await see(cleo, id)).stream.folder_id).toBeNull();
  });

  test("an unchanged value logs no event", async () => {
    const id = await channel({ description: "same" });
    const events = await listenTo(cleo, ["stream"]);
    const same = { description: "same", topics_policy: "inherit", folder_id: null };
    const { body } = await ben.patch(`/streams/${id}`, { ...same, can_send_message_group: { new: 2 } });
    expect([body, await events()]).toEqual([success(), []]);
  });

  test("a name can change its case, but must differ from the current one and from other channels' names", async () => {
    const id = await channel();
    const name = await nameOf(id);
    const rename = async (to: string) => (await ben.patch(`/streams/${id}`, { new_name: to })).body;
    expect(await rename(name.toUpperCase())).toEqual(success());
    expect(await rename(` ${name.toUpperCase()} `)).toEqual(failure("Channel already has that name."));
    expect(await rename("GENERAL")).toEqual(failure("Channel name already in use."));
    expect(await rename(" ")).toEqual(failure("Channel name can't be empty."));
  });

  test("can be changed only by channel administrators who can see the channel", async () => {
    const id = await channel(hidden);
    const describe = async (who: Client) => (await who.patch(`/streams/${id}`, { description: "x" })).body;
    const refused = failure(
      "You do not have permission to administer this channel.",
      "CANNOT_ADMINISTER_CHANNEL",
    );
    expect(await describe(cleo)).toEqual(noChannel);
    await ben.post("/users/me/subscriptions", {
      subscriptions: [{ name: await nameOf(id) }],
      principals: [cleo.id],
    });
    expect(await describe(cleo)).toEqual(refused);
    await ben.patch(`/streams/${id}`, { can_administer_channel_group: { new: 20 } });
    expect(await describe(cleo)).toEqual(success());
    expect(await describe(ben)).toEqual(refused);
    expect(await describe(admin)).toEqual(success());
  });

  test("a request with one refused part changes nothing", async () => {
    const id = await channel({ description: "before" });
    const { body } = await ben.patch(`/streams/${id}`, { description: "after", message_retention_days: 5 });
    expect(body).toEqual(failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"));
    expect((await see(ben, id)).stream.description).toBe("before");
  });

  test("a permission that changed in the meantime is not overwritten", async () => {
    const id = await channel();
    const { body } = await ben.patch(`/streams/${id}`, { can_send_message_group: { new: 4, old: 5 } });
    expect(body).toEqual(failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"));
  });

  test("only users who can read the channel can change who may join it", async () => {
    const id = await channel(hidden);
    const change = async (settings: object) => (await admin.patch(`/streams/${id}`, settings)).body;
    const inside = failure("Channel content access is required.");
    expect(await change({ is_private: false })).toEqual(inside);
    expect(await change({ can_subscribe_group: { new: 3 } })).toEqual(inside);
    expect(await change({ can_add_subscribers_group: { new: 3 } })).toEqual(inside);
    expect(await change({ can_remove_subscribers_group: { new: 3 } })).toEqual(success());
  });

  test("policies for topics and deleting require a permission of the realm", async () => {
    const id = await channel();
    await owner.patch("/realm", { can_set_topics_policy_group: { new: 5 } });
    const change = async (who: Client, settings: object) =>
      (await who.patch(`/streams/${id}`, settings)).body;
    const refused = failure("Insufficient permission");
    expect(await change(ben, { topics_policy: "allow_empty_topic" })).toEqual(refused);
    expect(await change(admin, { topics_policy: "allow_empty_topic" })).toEqual(success());
    expect(await change(ben, { can_delete_own_message_group: { new: 3 } })).toEqual(refused);
    expect(await change(admin, { can_delete_own_message_group: { new: 3 } })).toEqual(success());
    await owner.patch("/realm", { can_set_topics_policy_group: { new: 3 } });
  });

  test("starting a topic requires a permission of the channel", async () => {
    const id = await channel({ can_create_topic_group: { direct_members: [ben.id], direct_subgroups: [] } });
    const say = async (who: Client, topic: string) =>
      (await who.post("/messages", { type: "channel", to: id, topic, content: "x" })).body;
    const refused = failure("You do not have permission to create new topics in this channel.");
    expect(await say(cleo, "plans")).toEqual(refused);
    expect((await say(ben, "plans")).result).toBe("success");
    expect((await say(cleo, "PLANS")).result).toBe("success");
    expect(await say(cleo, "other")).toEqual(refused);
  });
});

describe("privacy", () => {
  const privacy = async (id: number) => {
    const { stream } = await see(owner, id);
    return [stream.invite_only, stream.history_public_to_subscribers, stream.is_web_public];
  };

  test("can be changed, and the history's visibility follows unless given", async () => {
    const id = await channel();
    const change = async (settings: object) => {
      expect((await ben.patch(`/streams/${id}`, settings)).body).toEqual(success());
      return privacy(id);
    };
    expect(await change({ is_private: true })).toEqual([true, false, false]);
    expect(await change({ history_public_to_subscribers: true })).toEqual([true, true, false]);
    expect(await change({ is_private: false })).toEqual([false, true, false]);
    expect(await change({ is_private: true, history_public_to_subscribers: true })).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("can be web-public if the realm allows it, and only users with the permission can set it", async () => {
    const id = await channel();
    const open = async (who: Client) =>
      (await who.patch(`/streams/${id}`, { is_web_public: true, is_private: false })).body;
    expect(await open(owner)).toEqual(failure("Web-public channels are not enabled."));
    await owner.patch("/realm", { enable_spectator_access: true });
    expect(await open(ben)).toEqual(failure("Insufficient permission"));
    expect(await open(owner)).toEqual(success());
    expect(await privacy(id)).toEqual([false, true, true]);
    await owner.patch("/realm", { enable_spectator_access: false });
  });

  test.each<[string, object]>([
    ["private and web-public", { is_private: true, is_web_public: true }],
    ["public with protected history", { is_private: false, history_public_to_subscribers: false }],
  ])("can't be %s", async (_what, settings) => {
    const { body } = await owner.patch(`/streams/${await channel()}`, settings);
    expect(body).toEqual(failure("Invalid parameters"));
  });

  test("can be changed only by users who may create such channels", async () => {
    const id = await channel();
    await owner.patch("/realm", { can_create_private_channel_group: { new: 5 } });
    const { body } = await ben.patch(`/streams/${id}`, { is_private: true });
    expect(body).toEqual(failure("Insufficient permission"));
    await owner.patch("/realm", { can_create_private_channel_group: { new: 3 } });
  });

  test("of the channel for moderation requests stays private", async () => {
    const id = await channel(hidden, [ben, owner]);
    const set = async (channelId: number) =>
      (await owner.patch("/realm", { moderation_request_channel_id: channelId })).body;
    expect(await set(await channel())).toEqual(failure("Moderation request channel must be private."));
    expect((await set(id)).result).toBe("success");
    const { body } = await ben.patch(`/streams/${id}`, { is_private: false });
    expect(body).toEqual(failure("Moderation request channel must be private."));
    await set(-1);
  });
});

describe("default channels", () => {
  const defaults = async () => {
    const { body } = await ben.post("/register", { fetch_event_types: ["default_streams"], event_types: [] });
    return body.realm_default_streams;
  };

  test("are added and removed by administrators, and new users are subscribed to them", async () => {
    const id = await channel();
    const before = await defaults();
    const events = await listenTo(ben, ["default_streams"]);
    expect((await admin.post("/default_streams", { stream_id: id })).body).toEqual(success());
    expect(await defaults()).toEqual([...before, id]);
    const dora = { email: "dora@example.com", full_name: "Dora", password: ownerPassword };
    const { user_id } = (await owner.post("/users", dora)).body;
    const { body } = await owner.get(`/users/${user_id}/subscriptions/${id}`);
    expect(body).toEqual(success({ is_subscribed: true }));
    expect((await admin.delete("/default_streams", { stream_id: id })).body).toEqual(success());
    expect(await events()).toEqual([
      { type: "default_streams", default_streams: [...before, id] },
      { type: "default_streams", default_streams: before },
    ]);
  });

  test("cannot be private", async () => {
    const secret = await channel(hidden, [ben, admin]);
    const { body } = await admin.post("/default_streams", { stream_id: secret });
    expect(body).toEqual(failure("Private channels cannot be made default."));
    const id = await channel({}, [admin]);
    const set = async (settings: object) => (await admin.patch(`/streams/${id}`, settings)).body;
    expect(await set({ is_default_stream: true })).toEqual(success());
    expect(await defaults()).toContain(id);
    expect(await set({ is_private: true })).toEqual(failure("A default channel cannot be private."));
    expect(await set({ is_private: true, is_default_stream: false })).toEqual(success());
    expect(await defaults()).not.toContain(id);
    const own = await channel();
    expect((await ben.patch(`/streams/${own}`, { is_default_stream: true })).body).toEqual(
      failure("You do not have permission to change default channels.", "UNAUTHORIZED_PRINCIPAL"),
    );
  });

  test("stop being default channels when archived", async () => {
    const id = await channel();
    await admin.post("/default_streams", { stream_id: id });
    await admin.delete(`/streams/${id}`);
    expect(await defaults()).not.toContain(id);
    expect((await admin.post("/default_streams", { stream_id: id })).body).toEqual(noChannel);
  });
});

describe("archiving", () => {
  test("users can subscribe to archived channels and unsubscribe from them", async () => {
    const id = await channel();
    const name = await nameOf(id);
    await ben.delete(`/streams/${id}`);
    const { body } = await cleo.post("/users/me/subscriptions", { subscriptions: [{ name }] });
    expect(body.subscribed).toEqual({ [cleo.id]: [name] });
    const left = await cleo.delete("/users/me/subscriptions", { subscriptions: [name] });
    expect(left.body.removed).toEqual([name]);
  });
});

describe("notices of the server in a channel", () => {
  beforeAll(() => setNotices(true));
  afterAll(() => setNotices(false));
  const who = () => `@_**Ben|${ben.id}**`;
  const contentsOf = async (id: number, topic = "channel events"): Promise<readonly string[]> => {
    const narrow = [
      { operator: "channel", operand: id },
      { operator: "topic", operand: topic },
    ];
    const query = { anchor: "oldest", num_before: 0, num_after: 50, narrow, apply_markdown: false };
    const { body } = await ben.get("/messages", query);
    return body.messages.map(({ content }: { content: string }) => content);
  };

  test.each([
    ["**Public**", {}],
    ["**Private, shared history**", hidden],
    ["**Private, protected history**", { invite_only: true }],
  ])("a new channel starts with a notice of its privacy: %s", async (kind, settings) => {
    const id = await channel({ ...settings, description: "For *us*" });
    expect(await contentsOf(id)).toEqual([
      `${kind} channel created by ${who()}. **Description:**\n\`\`\`\` quote\nFor *us*\n\`\`\`\``,
    ]);
  });

  test("the notice about a new channel is read for its creator and unread for everyone else", async () => {
    const events = await listenTo(ben, ["message", "update_message_flags"]);
    const id = await channel({}, [ben, cleo]);
    const [message, flags] = (await events()) as [{ message: { id: number } }, object];
    expect(flags).toMatchObject({ op: "add", flag: "read", messages: [message.message.id] });
    const flagsOf = async (client: Client) =>
      (await client.get(`/messages/${message.message.id}`)).body.message.flags;
    expect([await flagsOf(ben), await flagsOf(cleo)]).toEqual([["read"], []]);
    expect((await see(ben, id)).stream.first_message_id).toBe(message.message.id);
  });

  test("each change gets its own notice", async () => {
    const id = await channel();
    const name = await nameOf(id);
    await ben.patch(`/streams/${id}`, { new_name: `${name} two`, description: "New *one*" });
    await ben.patch(`/streams/${id}`, { is_private: true });
    await owner.patch(`/streams/${id}`, { message_retention_days: 7 });
    await ben.delete(`/streams/${id}`);
    await ben.patch(`/streams/${id}`, { is_archived: false });
    const quote = (text: string) => `\`\`\`\` quote\n${text}\n\`\`\`\``;
    expect((await contentsOf(id)).slice(1)).toEqual([
      `${who()} renamed channel **${name}** to **${name} two**.`,
      `${who()} changed the description for this channel.\n\n* **Old description:**\n${quote("*No description.*")}\n* **New description:**\n${quote("New *one*")}`,
      `${who()} changed the access permissions for this channel from **Public** to **Private, protected history**.`,
      `@_**Olive Owner|${owner.id}** has changed the message retention period for this channel:\n\n* **Old retention period**: Forever\n* **New retention period**: 7 days\n\nMessages in this channel will now be automatically deleted 7 days after they are sent.`,
      `Channel #**${name} two** has been archived.`,
      `Channel #**${name} two** has been unarchived.`,
    ]);
  });

  test("new channels are announced in the realm's announcement channel on request", async () => {
    const news = await channel();
    await owner.patch("/realm", { new_stream_announcements_stream_id: news });
    await channel({ name: "quiet one" });
    await channel({ name: "loud one", announce: true });
    await ben.post("/users/me/subscriptions", {
      subscriptions: [{ name: "loud two" }, { name: "loud three" }],
      announce: true,
    });
    expect(await contentsOf(news, "new channels")).toEqual([
      `${who()} created a new channel #**loud one**.`,
      `${who()} created the following channels: #**loud two**, #**loud three**.`,
    ]);
    await owner.patch("/realm", { new_stream_announcements_stream_id: -1 });
  });

  test("in a channel without topics, notices go to general chat", async () => {
    const id = await channel({ topics_policy: "empty_topic_only" });
    expect(await contentsOf(id, "")).toHaveLength(1);
  });

  test("notifies people whom others subscribed, but not bots or subscribers of a new channel", async () => {
    const [one, two] = [await nameOf(await channel()), await nameOf(await channel())];
    const events = await listenTo(cleo, ["message"]);
    const all = { principals: [cleo.id, bot.id, ben.id] };
    const invite = async (names: readonly string[], more: object = {}) =>
      (
        await ben.post("/users/me/subscriptions", {
          subscriptions: names.map((name) => ({ name })),
          ...all,
          ...more,
        })
      ).body.new_subscription_messages_sent;
    expect(await invite([one])).toBe(true);
    expect(await invite([one, two, "brand new"])).toBe(true);
    await cleo.delete("/users/me/subscriptions", { subscriptions: [one, two] });
    expect(await invite([two, one])).toBe(true);
    await cleo.delete("/users/me/subscriptions", { subscriptions: [one] });
    expect(await invite([one], { send_new_subscription_messages: false })).toBeUndefined();
    const direct = ((await events()) as { message: { type: string; content: string } }[])
      .map(({ message }) => message)
      .filter(({ type }) => type === "private");
    expect(direct.map(({ content }) => content.trim())).toEqual([
      `${who()} subscribed you to #**${one}**.`,
      `${who()} subscribed you to #**${two}**.`,
      `${who()} subscribed you to the following channels:\n\n* #**${one}**\n* #**${two}**`,
    ]);
    const dms = await bot.get("/messages", {
      anchor: "newest",
      num_before: 50,
      num_after: 0,
      narrow: [["is", "dm"]],
    });
    expect(dms.body.messages).toEqual([]);
  });
});

describe("reading a channel's data", () => {
  test("only users who can see the channel can list its subscribers", async () => {
    const id = await channel(hidden);
    const read = async (who: Client, path: string) => (await who.get(path)).body;
    for (const path of [`/streams/${id}`, `/streams/${id}/members`, `/users/${ben.id}/subscriptions/${id}`]) {
      expect(await read(cleo, path)).toEqual(noChannel);
      expect((await read(admin, path)).result).toBe("success");
    }
    expect(await read(ben, `/users/${cleo.id}/subscriptions/${id}`)).toEqual(
      success({ is_subscribed: false }),
    );
    expect(await read(ben, `/users/999/subscriptions/${id}`)).toEqual(failure("No such user"));
    expect(await read(gina, `/streams/${await channel()}`)).toEqual(noChannel);
  });

  test("a channel's email address is empty, since the server receives no mail", async () => {
    const id = await channel({}, [ben]);
    const address = async (who: Client, query: object = {}) =>
      (await who.get(`/streams/${id}/email_address`, query)).body;
    expect(await address(ben)).toEqual(success({ email: "" }));
    expect(await address(ben, { sender_id: bot.id })).toEqual(success({ email: "" }));
    expect(await address(cleo, { sender_id: bot.id })).toEqual(failure("No such bot"));
    expect(await address(ben, { sender_id: cleo.id })).toEqual(failure("No such bot"));
  });

  test("only users who can send to a channel can get its email address", async () => {
    const onlyBen = { direct_members: [ben.id], direct_subgroups: [] };
    const id = await channel({ can_send_message_group: onlyBen }, [ben, cleo]);
    const address = async (who: Client, query: object = {}) =>
      (await who.get(`/streams/${id}/email_address`, query)).body;
    expect(await address(ben)).toEqual(success({ email: "" }));
    expect(await address(cleo)).toEqual(failure(`Not authorized to send to channel '${await nameOf(id)}'`));
  });
});
