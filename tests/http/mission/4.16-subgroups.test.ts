import request from "supertest";
import { groupOf, newGroup, only, systemGroup } from "../../support/builders/groups";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { levelOf, shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ann: Client;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ann = await server.newMember("Ann");
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
});
afterAll(() => server.stop());

const change = async (id: number | string, more: object, by = ann) =>
  (await by.post(`/user_groups/${id}/subgroups`, more)).body;
const subgroupsOf = async (id: number) => (await groupOf(server, id)).direct_subgroup_ids;
const listen = (more: object = {}) => listenTo(cleo, ["user_group"], more);
const event = (op: "add" | "remove", group_id: number, direct_subgroup_ids: readonly number[]) => ({
  type: "user_group",
  op: `${op}_subgroups`,
  group_id,
  direct_subgroup_ids,
});

shows(
  ["§4.16 parameter add", "§4.16 parameter delete", "§4.16 note 1", "§6 note 2"],
  "adds and removes subgroups in one call, with their members and events for everyone",
  async () => {
    const [outer, inner] = [await newGroup(ann), await newGroup(ben, { members: [ben.id] })];
    const events = await listen();
    const members = async () => (await ann.get(`/user_groups/${outer}/members`)).body.members;
    expect(await change(outer, { add: [inner, systemGroup.moderators] })).toEqual(success());
    expect(await subgroupsOf(outer)).toEqual([inner, systemGroup.moderators]);
    expect(await members()).toEqual([owner.id, ben.id]);
    expect(await change(outer, { add: [systemGroup.owners], delete: [inner] })).toEqual(success());
    expect(await change(outer, { delete: [systemGroup.moderators, systemGroup.owners] })).toEqual(success());
    expect(await subgroupsOf(outer)).toEqual([]);
    expect(await members()).toEqual([]);
    expect(await events()).toEqual([
      event("add", outer, [inner, systemGroup.moderators]),
      event("add", outer, [systemGroup.owners]),
      event("remove", outer, [inner]),
      event("remove", outer, [systemGroup.moderators, systemGroup.owners]),
    ]);
  },
);

shows(
  ["§4.16 parameter add", "§4.16 parameter delete"],
  "needs a group in add or delete; refuses adding a subgroup or removing a group that isn't one",
  async () => {
    const id = await newGroup(ann, { subgroups: [systemGroup.fullMembers] });
    const events = await listen();
    for (const nothing of [{}, { add: [] }, { add: [], delete: [] }])
      expect(await change(id, nothing)).toEqual(
        failure('Nothing to do. Specify at least one of "add" or "delete".'),
      );
    for (const [more, msg] of [
      [{ add: [999] }, "Invalid user group ID: 999"],
      [{ delete: [999] }, "Invalid user group ID: 999"],
      [{ add: [systemGroup.fullMembers] }, "User group 4 is already a subgroup of this group."],
      [{ delete: [systemGroup.moderators] }, "User group 5 is not a subgroup of this group."],
      [{ add: [systemGroup.owners, 999] }, "Invalid user group ID: 999"],
      [{ add: [systemGroup.owners], delete: [999] }, "Invalid user group ID: 999"],
    ] as const)
      expect(await change(id, more)).toEqual(failure(msg));
    expect(await subgroupsOf(id)).toEqual([systemGroup.fullMembers]);
    expect(await events()).toEqual([]);
  },
);

shows(
  ["§4.16 parameter add", "§4.16 parameter delete"],
  "add and delete are lists of integers in JSON",
  async () => {
    const id = await newGroup(ann);
    for (const name of ["add", "delete"]) {
      const invalid = (msg: string) => failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: name });
      expect(await change(id, { [name]: "5,6" })).toEqual(invalid(`${name} is not valid JSON`));
      expect(await change(id, { [name]: 5 })).toEqual(invalid(`${name} is not a list`));
      expect(await change(id, { [name]: [5, "6"] })).toEqual(invalid(`${name}[1] is not an integer`));
    }
    const post = () =>
      request(server.http).post(`/api/v1/user_groups/${id}/subgroups`).auth(ann.email, ann.apiKey);
    expect((await post().send("add=[5,6]")).body).toEqual(success());
    expect((await post().field("delete", "[6]")).body).toEqual(success());
    expect(await subgroupsOf(id)).toEqual([5]);
  },
);

shows(
  "§4.16 parameter add",
  "refuses to make a group contain itself, directly or through others",
  async () => {
    const inner = await newGroup(ann);
    const middle = await newGroup(ann, { subgroups: [inner] });
    const outer = await newGroup(ann, { subgroups: [middle] });
    const cycle = failure(`User group ${inner} is already a subgroup of one of the passed subgroups.`);
    for (const add of [[outer], [inner], [systemGroup.owners, middle]])
      expect(await change(inner, { add })).toEqual(cycle);
    expect(await subgroupsOf(inner)).toEqual([]);
  },
);

shows(
  "§4.16 parameter add",
  "only one of two concurrent updates that put two groups into each other succeeds",
  async () => {
    const ids = [await newGroup(ann), await newGroup(ann)] as const;
    const [one, other] = await Promise.all([
      change(ids[0], { add: [ids[1]] }),
      change(ids[1], { add: [ids[0]] }),
    ]);
    expect([one.result, other.result].sort()).toEqual(["error", "success"]);
    expect([...(await subgroupsOf(ids[0])), ...(await subgroupsOf(ids[1]))]).toHaveLength(1);
  },
);

shows(
  "§4.16 parameter user_group_id",
  "user_group_id must be a group of the realm that the caller may change, and not a system group",
  async () => {
    for (const id of [999, 0])
      expect(await change(id, { add: [5] }, owner)).toEqual(failure("Invalid user group"));
    expect((await owner.post("/user_groups/one/subgroups", { add: [5] })).status).toBe(404);
    expect(await change(systemGroup.members, { add: [5] }, owner)).toEqual(
      failure("Insufficient permission"),
    );
    const id = await newGroup(ann, { can_add_members_group: only(cleo) });
    expect(await change(id, { add: [5] }, ben)).toEqual(failure("Insufficient permission"));
    expect(await change(id, { add: [5] }, cleo)).toEqual(success());
    expect(await change(id, { delete: [5] }, cleo)).toEqual(failure("Insufficient permission"));
    for (const [by, add] of [
      [ann, [6]],
      [owner, [7]],
    ] as const)
      expect(await change(id, { add, delete: add.map((group) => group - 1) }, by)).toEqual(success());
    expect(await subgroupsOf(id)).toEqual([7]);
    await owner.patch(`/users/${ben.id}`, { role: 600 });
    expect(await change(id, { add: [5] }, ben)).toEqual(failure("Not allowed for guest users"));
    const nameless = await request(server.http).post(`/api/v1/user_groups/${id}/subgroups`).send("add=[5]");
    expect(nameless.status).toBe(401);
  },
);

shows(
  ["§4.16 note 1", "§9 level of bots allowed on group update endpoints"],
  "a bot can change the subgroups of a group it manages",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(496);
    const { body } = await ann.post("/bots", { full_name: "Groupie", short_name: "groupie" });
    const bot = server.clientOf({ id: body.user_id, email: "groupie-bot@chat.example.com" });
    const id = await newGroup(ann, { can_manage_group: only(bot) });
    expect(await change(id, { add: [5] }, bot)).toEqual(success());
    expect(await change(id, { delete: [5] }, bot)).toEqual(success());
    expect(await change(await newGroup(ann), { add: [5] }, bot)).toEqual(failure("Insufficient permission"));
  },
);

shows("§4.16 note 1", "the subgroups of a deactivated group can be changed", async () => {
  expect(await levelOf(server)).toBeGreaterThanOrEqual(391);
  const [outer, inner] = [await newGroup(ann, { subgroups: [5] }), await newGroup(ann)];
  await ann.post(`/user_groups/${outer}/deactivate`);
  const [old, modern] = [
    await listen(),
    await listen({ client_capabilities: { include_deactivated_groups: true } }),
  ];
  expect(await change(outer, { add: [inner], delete: [5] })).toEqual(success());
  expect(await subgroupsOf(outer)).toEqual([inner]);
  expect(await old()).toEqual([]);
  expect(await modern()).toEqual([event("add", outer, [inner]), event("remove", outer, [5])]);
});
