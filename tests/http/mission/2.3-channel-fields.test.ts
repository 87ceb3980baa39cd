import { aChannel, aGroup } from "../../support/builders/entities";
import { success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  await owner.patch("/realm", { send_channel_events_messages: false, enable_spectator_access: true });
  await server.append({ type: "group_created", group: aGroup({ id: 20, name: "team", members: [ben.id] }) });
});
afterAll(() => server.stop());

let count = 0;
const make = async (more: object = {}, who = owner): Promise<number> => {
  count += 1;
  const form = { name: `channel ${count}`, subscribers: [owner.id, ben.id], ...more };
  const { body } = await who.post("/channels/create", form);
  if (body.id === undefined) throw new Error(body.msg);
  return body.id;
};
const change = async (id: number, form: object) => (await owner.patch(`/streams/${id}`, form)).body;
/** A channel as listed, which must be the same for each of its members. */
const listed = async (id: number) => {
  const query = { include_all: true, exclude_archived: false };
  const [one, other] = await Promise.all(
    [owner, ben].map(async (who) => (await who.get("/streams", query)).body.streams),
  );
  const found = one.find(({ stream_id }: { stream_id: number }) => stream_id === id);
  expect(other).toContainEqual(found);
  return found;
};
const fieldOf = async (id: number, name: string) => (await listed(id))[name];

shows(
  ["§2.3 note 3", "§2.3 field stream_id", "§2.3 note 2"],
  "a channel has every listed field, and those of Zulip's servers",
  async () => {
    const id = await make({ name: "plain" });
    expect(await listed(id)).toEqual({
      stream_id: id,
      name: "plain",
      is_archived: false,
      description: "",
      rendered_description: "",
      date_created: expect.any(Number),
      creator_id: owner.id,
      invite_only: false,
      is_web_public: false,
      stream_post_policy: 1,
      is_announcement_only: false,
      message_retention_days: null,
      history_public_to_subscribers: true,
      topics_policy: "inherit",
      first_message_id: null,
      folder_id: null,
      is_recently_active: true,
      subscriber_count: 2,
      stream_weekly_traffic: null,
      can_add_subscribers_group: 8,
      can_remove_subscribers_group: 6,
      can_send_message_group: 2,
      can_administer_channel_group: { direct_members: [owner.id], direct_subgroups: [] },
      can_delete_any_message_group: 8,
      can_delete_own_message_group: 8,
      can_create_topic_group: 2,
      can_move_messages_out_of_channel_group: 8,
      can_move_messages_within_channel_group: 8,
      can_resolve_topics_group: 8,
      can_subscribe_group: 8,
      default_push_notifications: false,
    });
    expect(Number.isInteger(id)).toBe(true);
  },
);

shows("§2.3 field name", "name is the channel's current name", async () => {
  const id = await make({ name: "  Before  " });
  expect(await fieldOf(id, "name")).toBe("Before");
  await change(id, { new_name: "after" });
  expect(await fieldOf(id, "name")).toBe("after");
});

shows("§2.3 field is_archived", "is_archived is true from archiving until unarchiving", async () => {
  const id = await make();
  await owner.delete(`/streams/${id}`);
  expect(await fieldOf(id, "is_archived")).toBe(true);
  await change(id, { is_archived: false });
  expect(await fieldOf(id, "is_archived")).toBe(false);
});

shows(
  ["§2.3 field description", "§2.3 field rendered_description"],
  "description is the Markdown source, rendered_description its HTML",
  async () => {
    const id = await make({ description: "on *paper* & <b>" });
    const both = async () => {
      const { description, rendered_description } = await listed(id);
      return [description, rendered_description];
    };
    expect(await both()).toEqual(["on *paper* & <b>", "<p>on <em>paper</em> &amp; &lt;b&gt;</p>"]);
    await change(id, { description: "**new**" });
    expect(await both()).toEqual(["**new**", "<p><strong>new</strong></p>"]);
  },
);

shows("§2.3 field date_created", "date_created is in Unix seconds", async () => {
  const before = Math.floor(Date.now() / 1000);
  const created = await fieldOf(await make(), "date_created");
  expect(Number.isInteger(created)).toBe(true);
  expect(created - before).toBeGreaterThanOrEqual(0);
  expect(created - before).toBeLessThan(60);
});

shows("§2.3 field creator_id", "creator_id is the creator, or null if unknown", async () => {
  expect(await fieldOf(await make({}, ben), "creator_id")).toBe(ben.id);
  const channel = aChannel({ id: 500, name: "found", creatorId: null });
  await server.append({ type: "channel_created", channel });
  expect(await fieldOf(500, "creator_id")).toBeNull();
});

shows(
  ["§2.3 field invite_only", "§2.3 field is_web_public", "§2.3 field history_public_to_subscribers"],
  "the flags distinguish private, public and web-public channels, and their history for new subscribers",
  async () => {
    const kind = async (id: number) => {
      const { invite_only, is_web_public, history_public_to_subscribers } = await listed(id);
      return [invite_only, is_web_public, history_public_to_subscribers];
    };
    expect(await kind(await make())).toEqual([false, false, true]);
    expect(await kind(await make({ is_web_public: true }))).toEqual([false, true, true]);
    const id = await make({ invite_only: true });
    expect(await kind(id)).toEqual([true, false, false]);
    await change(id, { history_public_to_subscribers: true });
    expect(await kind(id)).toEqual([true, false, true]);
    await change(id, { is_private: false });
    expect(await kind(id)).toEqual([false, false, true]);
  },
);

shows(
  [
    "§2.3 field stream_post_policy",
    "§2.3 field is_announcement_only",
    "§9 deprecated stream_post_policy",
    "§9 deprecated is_announcement_only",
  ],
  "the older fields reflect can_send_message_group, and no longer set it",
  async () => {
    const id = await make();
    const posting = async () => {
      const { stream_post_policy, is_announcement_only } = await listed(id);
      return [stream_post_policy, is_announcement_only];
    };
    const postingOf = async (group: unknown) => {
      expect(await change(id, { can_send_message_group: { new: group } })).toEqual(success());
      return posting();
    };
    const [everyone, members, fullMembers, moderators, administrators, nobody] = [2, 3, 4, 5, 6, 8];
    expect(await postingOf(administrators)).toEqual([2, true]);
    expect(await postingOf(fullMembers)).toEqual([3, false]);
    expect(await postingOf(moderators)).toEqual([4, false]);
    for (const other of [everyone, members, nobody, 20, { direct_members: [ben.id], direct_subgroups: [] }])
      expect(await postingOf(other)).toEqual([1, false]);
    const names = ["is_announcement_only", "stream_post_policy"];
    expect(await change(id, { stream_post_policy: 2, is_announcement_only: true })).toEqual(
      success({ ignored_parameters_unsupported: names }),
    );
    expect(await posting()).toEqual([1, false]);
  },
);

shows(
  "§2.3 field message_retention_days",
  "message_retention_days is a number of days, null for the realm's and -1 for unlimited",
  async () => {
    const id = await make();
    expect(await fieldOf(id, "message_retention_days")).toBeNull();
    for (const [given, expected] of [
      [30, 30],
      ["unlimited", -1],
      ["realm_default", null],
      ['"unlimited"', -1],
    ]) {
      await change(id, { message_retention_days: given });
      expect(await fieldOf(id, "message_retention_days")).toBe(expected);
    }
  },
);

shows(
  "§2.3 field first_message_id",
  "first_message_id is the oldest message, or null without messages",
  async () => {
    const id = await make();
    expect(await fieldOf(id, "first_message_id")).toBeNull();
    const say = async (): Promise<number> =>
      (await ben.post("/messages", { type: "channel", to: id, topic: "t", content: "x" })).body.id;
    const [first, second] = [await say(), await say()];
    expect(await fieldOf(id, "first_message_id")).toBe(first);
    await owner.delete(`/messages/${first}`);
    expect(await fieldOf(id, "first_message_id")).toBe(second);
  },
);

shows("§2.3 field folder_id", "folder_id is the channel's folder, or null", async () => {
  const id = await make();
  const { body } = await owner.post("/channel_folders/create", { name: "Work", description: "" });
  await change(id, { folder_id: body.channel_folder_id });
  expect(await fieldOf(id, "folder_id")).toBe(body.channel_folder_id);
  await change(id, { folder_id: null });
  expect(await fieldOf(id, "folder_id")).toBeNull();
});

shows(
  "§2.3 field is_recently_active",
  "is_recently_active is false after half a year without messages, and true with the next one",
  async () => {
    const day = 86_400_000;
    const aged = (id: number, days: number) =>
      ({
        type: "channel_created",
        channel: aChannel({ id, name: `aged ${days}`, createdAt: Date.now() - days * day }),
      }) as const;
    await server.append(aged(600, 179), aged(601, 181));
    expect([await fieldOf(600, "is_recently_active"), await fieldOf(601, "is_recently_active")]).toEqual([
      true,
      false,
    ]);
    await ben.post("/messages", { type: "channel", to: 601, topic: "t", content: "Anybody here?" });
    expect(await fieldOf(601, "is_recently_active")).toBe(true);
  },
);

const permissions = [
  "can_add_subscribers_group",
  "can_remove_subscribers_group",
  "can_administer_channel_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
] as const;

for (const name of permissions)
  shows(`§2.3 field ${name}`, "a permission is a group's id, or users and groups by id", async () => {
    const id = await make({ [name]: 5 });
    expect(await fieldOf(id, name)).toBe(5);
    const both = { direct_members: [ben.id, owner.id], direct_subgroups: [20] };
    expect(await change(id, { [name]: { new: both, old: 5 } })).toEqual(success());
    expect(await fieldOf(id, name)).toEqual({ ...both, direct_members: [owner.id, ben.id] });
    expect(await change(id, { [name]: { new: { direct_members: [], direct_subgroups: [20] } } })).toEqual(
      success(),
    );
    expect(await fieldOf(id, name)).toBe(20);
  });
