import { groupOf, newGroup, only, systemGroup } from "../../support/builders/groups";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { levelOf, shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ann: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ann, ben] = [await server.newMember("Ann"), await server.newMember("Ben")];
});
afterAll(() => server.stop());

const modern = { client_capabilities: { include_deactivated_groups: true } };
const listen = (more: object = modern) => listenTo(ben, ["user_group"], more);
const change = async (id: number, more: object, by = ann) =>
  (await by.patch(`/user_groups/${id}`, more)).body;
const deactivate = async (id: number, by = ann) => (await by.post(`/user_groups/${id}/deactivate`)).body;
const outOfUse = async (more: object = {}): Promise<number> => {
  const id = await newGroup(ann, more);
  expect(await deactivate(id)).toEqual(success());
  return id;
};
const update = (id: number, data: object) => ({ type: "user_group", op: "update", group_id: id, data });
const notInUse = failure("User group is deactivated.");

shows(
  "§3 User group active by POST /user_groups/{user_group_id}/deactivate to deactivated",
  "deactivates a group; clients without support for deactivated groups get a removal",
  async () => {
    const id = await newGroup(ann, { members: [ben.id] });
    const [bensEvents, old] = [await listen(), await listen({})];
    expect(await deactivate(id, ben)).toEqual(failure("Insufficient permission"));
    expect(await deactivate(id)).toEqual(success());
    expect(await groupOf(server, id)).toMatchObject({ deactivated: true, members: [ben.id] });
    expect(await bensEvents()).toEqual([update(id, { deactivated: true })]);
    expect(await old()).toEqual([{ type: "user_group", op: "remove", group_id: id }]);
    expect(await deactivate(id)).toEqual(notInUse);
    expect(await deactivate(999)).toEqual(failure("Invalid user group"));
    expect(await deactivate(systemGroup.members, owner)).toEqual(failure("Insufficient permission"));
  },
);

shows(
  "§3 User group active by POST /user_groups/{user_group_id}/deactivate to deactivated",
  "a deactivated group's name, description and permissions can change, and only supporting clients get events",
  async () => {
    const id = await outOfUse();
    const [bensEvents, old] = [await listen(), await listen({})];
    const data = { name: "Once", description: "Was", can_join_group: systemGroup.moderators };
    expect(await change(id, { ...data, can_join_group: { new: data.can_join_group } })).toEqual(success());
    expect(await groupOf(server, id)).toMatchObject({ ...data, deactivated: true });
    expect(await bensEvents()).toEqual([update(id, data)]);
    expect(await old()).toEqual([]);
  },
);

shows(
  "§3 User group active by POST /user_groups/{user_group_id}/deactivate to deactivated",
  "mentioning a deactivated group notifies nobody",
  async () => {
    const id = await newGroup(ann, { name: "Rowers", members: [ben.id] });
    const bensEvents = await listenTo(ben, ["message"], { apply_markdown: true });
    const flagsOfMention = async () => {
      const message = { type: "channel", to: "general", topic: "x", content: "@*Rowers* come" };
      expect((await ann.post("/messages", message)).body.result).toBe("success");
      const [received] = (await bensEvents()) as { flags: string[]; message: { content: string } }[];
      return [received?.flags, received?.message.content];
    };
    const mention = (css: string, text: string) =>
      `<p><span class="${css}" data-user-group-id="${id}">${text}</span> come</p>`;
    expect(await flagsOfMention()).toEqual([["mentioned"], mention("user-group-mention", "@Rowers")]);
    await deactivate(id);
    expect(await flagsOfMention()).toEqual([[], mention("user-group-mention silent", "Rowers")]);
    await change(id, { deactivated: false });
    expect(await flagsOfMention()).toEqual([["mentioned"], mention("user-group-mention", "@Rowers")]);
  },
);

shows(
  "§3 User group active by POST /user_groups/{user_group_id}/deactivate to deactivated",
  "a deactivated group can't be used in a permission or as a subgroup",
  async () => {
    const id = await outOfUse();
    const other = await newGroup(ann);
    const { body: channel } = await owner.post("/channels/create", { name: "club", subscribers: [1] });
    const before = await groupOf(server, other);
    for (const value of [id, { direct_members: [ann.id], direct_subgroups: [id] }]) {
      for (const setting of ["can_join_group", "can_manage_group", "can_mention_group"])
        expect(await change(other, { [setting]: { new: value } })).toEqual(notInUse);
      const elsewhere = [
        owner.patch("/realm", { can_create_groups: { new: value } }),
        owner.patch(`/streams/${channel.id}`, { can_add_subscribers_group: { new: value } }),
        ann.post("/user_groups/create", {
          name: "Never",
          description: "",
          members: [],
          can_join_group: value,
        }),
      ];
      for (const { body } of await Promise.all(elsewhere)) expect(body).toEqual(notInUse);
    }
    expect((await ann.post(`/user_groups/${other}/subgroups`, { add: [id] })).body).toEqual(notInUse);
    expect(await groupOf(server, other)).toEqual(before);
  },
);

shows(
  "§3 User group active by POST /user_groups/{user_group_id}/deactivate to deactivated",
  "a group used in a permission can't be deactivated, and the answer lists the uses, as in Zulip",
  async () => {
    const id = await newGroup(owner);
    const holder = await newGroup(owner, { subgroups: [id], can_join_group: id });
    await owner.patch("/realm", { can_create_groups: { new: id } });
    const objections = [
      { type: "subgroup", supergroup_ids: [holder] },
      { type: "user_group", group_id: holder, settings: ["can_join_group"] },
      { type: "realm", settings: ["can_create_groups"] },
    ];
    expect(await deactivate(id, owner)).toEqual(
      failure("Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE", { objections }),
    );
    expect((await groupOf(server, id)).deactivated).toBe(false);
    await owner.patch("/realm", { can_create_groups: { new: systemGroup.members } });
  },
);

shows(
  "§3 User group active by POST /user_groups/{user_group_id}/deactivate to deactivated",
  "an archived channel's permission keeps a group active, because the channel may return",
  async () => {
    const id = await newGroup(owner);
    const created = await owner.post("/channels/create", {
      name: "attic",
      subscribers: [owner.id],
      can_send_message_group: { direct_members: [], direct_subgroups: [id] },
    });
    const channel = created.body.id as number;
    expect((await owner.delete(`/streams/${channel}`)).body).toEqual(success());
    const objections = [{ type: "channel", channel_id: channel, settings: ["can_send_message_group"] }];
    expect(await deactivate(id, owner)).toEqual(
      failure("Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE", { objections }),
    );
    expect(
      (await owner.patch(`/streams/${channel}`, { can_send_message_group: { new: systemGroup.members } }))
        .body,
    ).toEqual(success());
    expect(await deactivate(id, owner)).toEqual(success());
  },
);

shows(
  "§3 User group active by POST /user_groups/{user_group_id}/deactivate to deactivated",
  "a deactivated group's permission keeps a group active, because that group may return",
  async () => {
    const id = await newGroup(owner);
    const holder = await newGroup(owner, { can_manage_group: id });
    expect(await deactivate(holder, owner)).toEqual(success());
    const objections = [{ type: "user_group", group_id: holder, settings: ["can_manage_group"] }];
    expect(await deactivate(id, owner)).toEqual(
      failure("Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE", { objections }),
    );
    const elsewhere = { can_manage_group: { new: systemGroup.members } };
    expect((await owner.patch(`/user_groups/${holder}`, elsewhere)).body).toEqual(success());
    expect(await deactivate(id, owner)).toEqual(success());
    expect(
      (await owner.patch(`/user_groups/${holder}`, { can_manage_group: { new: id } })).body,
    ).toMatchObject({
      result: "error",
    });
  },
);

shows(
  [
    "§3 User group deactivated by PATCH /user_groups/{user_group_id} with deactivated=false to active",
    "§4.3 parameter deactivated",
    "§4.3 note 1",
    "§9 level of user group reactivation",
  ],
  "deactivated=false restores the group for users who may change it, with events for everyone",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(386);
    const id = await outOfUse({ members: [ben.id], can_join_group: only(ben) });
    const [bensEvents, old] = [await listen(), await listen({})];
    expect(await change(id, { deactivated: false }, ben)).toEqual(failure("Insufficient permission"));
    expect((await groupOf(server, id)).deactivated).toBe(true);
    expect(await change(id, { deactivated: false })).toEqual(success());
    const group = await groupOf(server, id);
    expect(group).toMatchObject({ deactivated: false, members: [ben.id], can_join_group: only(ben) });
    expect(await bensEvents()).toEqual([update(id, { deactivated: false })]);
    expect(await old()).toEqual([{ type: "user_group", op: "add", group }]);
    // The group can be used again, and can't be reactivated twice.
    expect(await change(await newGroup(ann), { can_join_group: { new: id } })).toEqual(success());
    await bensEvents();
    expect(await change(id, { deactivated: false })).toEqual(success());
    expect(await bensEvents()).toEqual([]);
  },
);

shows(
  [
    "§3 User group deactivated by PATCH with deactivated=true to deactivated (no effect)",
    "§4.3 parameter deactivated",
  ],
  "deactivated=true does nothing, whether the group is active or not",
  async () => {
    for (const id of [await outOfUse(), await newGroup(ann)]) {
      const before = await groupOf(server, id);
      const bensEvents = await listen();
      expect(await change(id, { deactivated: true })).toEqual(success());
      expect(await groupOf(server, id)).toEqual(before);
      expect(await bensEvents()).toEqual([]);
    }
  },
);

shows("§4.3 parameter deactivated", "deactivated is a boolean, alone or with other changes", async () => {
  const id = await outOfUse();
  expect(await change(id, { deactivated: "maybe" })).toEqual(
    failure("deactivated is not a boolean", "REQUEST_VARIABLE_INVALID", { var_name: "deactivated" }),
  );
  // The name is refused, so the group stays deactivated.
  expect(await change(id, { deactivated: false, name: "" })).toEqual(
    failure("User group name can't be empty!"),
  );
  expect((await groupOf(server, id)).deactivated).toBe(true);
  expect(await change(id, { deactivated: false, name: "Back" })).toEqual(success());
  expect(await groupOf(server, id)).toMatchObject({ deactivated: false, name: "Back" });
});
