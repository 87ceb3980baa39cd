import { groupOf, newGroup, only, systemGroup } from "../../support/builders/groups";
import { listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let ann: Client;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer();
  ann = await server.newMember("Ann");
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
});
afterAll(() => server.stop());

shows(
  ["§2.5 note 1", "§6 note 2"],
  "a group has its name, description, members, subgroups and permissions, wherever clients read it",
  async () => {
    const events = await listenTo(ben, ["user_group"]);
    const inner = await newGroup(ann);
    const id = await newGroup(ann, {
      name: "Mappers",
      description: "Who draws",
      members: [ann.id, ben.id],
      subgroups: [inner],
      can_join_group: only(cleo),
      can_mention_group: { direct_members: [], direct_subgroups: [systemGroup.fullMembers] },
      can_leave_group: only(),
    });
    const group = await groupOf(server, id);
    expect(group).toEqual({
      id,
      name: "Mappers",
      description: "Who draws",
      is_system_group: false,
      deactivated: false,
      members: [ann.id, ben.id],
      direct_subgroup_ids: [inner],
      creator_id: ann.id,
      date_created: expect.any(Number),
      can_add_members_group: only(ann),
      can_join_group: only(cleo),
      can_manage_group: only(ann),
      can_mention_group: systemGroup.fullMembers,
      can_leave_group: systemGroup.nobody,
      can_remove_members_group: systemGroup.nobody,
    });
    expect((await events()).at(-1)).toEqual({ type: "user_group", op: "add", group });
    const { body } = await ben.post("/register", { fetch_event_types: ["realm_user_groups"] });
    expect(body.realm_user_groups).toContainEqual(group);
  },
);

shows("§2.5 note 1", "a new group's permissions default to Zulip's", async () => {
  expect(await groupOf(server, await newGroup(ann))).toMatchObject({
    can_add_members_group: only(ann),
    can_manage_group: only(ann),
    can_join_group: systemGroup.nobody,
    can_remove_members_group: systemGroup.nobody,
    can_leave_group: systemGroup.everyone,
    can_mention_group: systemGroup.everyone,
  });
});

shows("§2.5 note 1", "deactivated groups are listed on request, and marked", async () => {
  const id = await newGroup(ann);
  expect((await ann.post(`/user_groups/${id}/deactivate`)).body).toEqual(success());
  const ids = async (query: object) =>
    (await ben.get("/user_groups", query)).body.user_groups.map((group: { id: number }) => group.id);
  expect(await ids({})).not.toContain(id);
  expect(await ids({ include_deactivated_groups: true })).toContain(id);
  expect((await groupOf(server, id)).deactivated).toBe(true);
});

shows(
  "§2.5 note 1",
  "each permission allows what its name says, and can_manage_group allows everything",
  async () => {
    const dana = await server.newMember("Dana");
    const id = await newGroup(ann, {
      members: [cleo.id],
      can_add_members_group: only(ben),
      can_remove_members_group: only(cleo),
      can_join_group: only(dana),
      can_leave_group: only(cleo),
      can_mention_group: only(ben),
    });
    const moves = async (by: Client, change: object) =>
      (await by.post(`/user_groups/${id}/members`, change)).body.msg;
    const refused = "Insufficient permission";
    expect(await moves(dana, { add: [ben.id] })).toBe(refused);
    expect(await moves(dana, { add: [dana.id] })).toBe("");
    expect(await moves(dana, { delete: [dana.id] })).toBe(refused);
    expect(await moves(ben, { add: [ben.id] })).toBe("");
    expect(await moves(ben, { delete: [ben.id] })).toBe(refused);
    expect(await moves(cleo, { delete: [ben.id] })).toBe("");
    expect(await moves(cleo, { add: [ben.id] })).toBe(refused);
    expect(await moves(cleo, { delete: [cleo.id] })).toBe("");
    expect(await moves(ann, { add: [ben.id], delete: [dana.id] })).toBe("");
    const { name } = await groupOf(server, id);
    const mention = async (by: Client) =>
      (await by.post("/messages", { type: "channel", to: "general", topic: "x", content: `@*${name}*` })).body
        .msg;
    expect(await mention(ben)).toBe("");
    expect(await mention(cleo)).toBe(`You are not allowed to mention user group '${name}'.`);
  },
);
