import { groupOf, newGroup, systemGroup } from "../../support/builders/groups";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ann: Client;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ann, ben, cleo] = [
    await server.newMember("Ann"),
    await server.newMember("Ben"),
    await server.newMember("Cleo"),
  ];
});
afterAll(() => server.stop());

describe("creating groups", () => {
  test("system groups contain each other and the users with their role", async () => {
    const { body } = await ann.get("/user_groups");
    const named = (name: string) => body.user_groups.find((group: { name: string }) => group.name === name);
    expect(named("role:owners")).toMatchObject({ is_system_group: true, members: [owner.id] });
    expect(named("role:administrators")).toMatchObject({ members: [], direct_subgroup_ids: [7] });
    expect(named("role:members")).toMatchObject({
      members: [ann.id, ben.id, cleo.id],
      direct_subgroup_ids: [4],
    });
    expect(named("role:nobody")).toMatchObject({ members: [], direct_subgroup_ids: [] });
  });

  test.each<[string, object, object]>([
    [
      "a permission given to guests that members must have",
      { can_join_group: systemGroup.everyone },
      failure("'can_join_group' setting cannot be set to 'role:everyone' group."),
    ],
    [
      "a permission of the wrong form",
      { can_join_group: "all" },
      failure("can_join_group is not valid JSON", "REQUEST_VARIABLE_INVALID", { var_name: "can_join_group" }),
    ],
  ])("refuses %s", async (_what, more, expected) => {
    const form = { name: "Never", description: "", members: [], ...more };
    const { status, body } = await ann.post("/user_groups/create", form);
    expect([status, body]).toEqual([400, expected]);
  });
});

describe("changing a group's members", () => {
  test("adds and removes them, notifies them, and sends everyone an event", async () => {
    const id = await newGroup(ann, { name: "Rowers", members: [cleo.id] });
    const events = await listenTo(ben, ["user_group", "message"], { apply_markdown: false });
    const change = { add: [ben.id], delete: [cleo.id], add_subgroups: [4] };
    expect((await ann.post(`/user_groups/${id}/members`, change)).body).toEqual(success());
    expect(await groupOf(server, id)).toMatchObject({ members: [ben.id], direct_subgroup_ids: [4] });
    expect(await events()).toEqual([
      { type: "user_group", op: "add_members", group_id: id, user_ids: [ben.id] },
      { type: "user_group", op: "remove_members", group_id: id, user_ids: [cleo.id] },
      { type: "user_group", op: "add_subgroups", group_id: id, direct_subgroup_ids: [4] },
      {
        type: "message",
        flags: [],
        message: expect.objectContaining({
          content: `@_**Ann|${ann.id}** added you to the group @_*Rowers*.`,
          sender_full_name: "Notification Bot",
          type: "private",
        }),
      },
    ]);
  });

  test("lists members and subgroups, direct ones on request", async () => {
    const inner = await newGroup(ann, { members: [ben.id] });
    const outer = await newGroup(ann, { members: [ann.id], subgroups: [inner] });
    const read = async (path: string, query: object = {}) =>
      (await ann.get(`/user_groups/${outer}/${path}`, query)).body;
    expect(await read("members")).toEqual(success({ members: [ann.id, ben.id] }));
    expect(await read("members", { direct_member_only: true })).toEqual(success({ members: [ann.id] }));
    expect(await read(`members/${ben.id}`)).toEqual(success({ is_user_group_member: true }));
    const directly = await read(`members/${ben.id}`, { direct_member_only: true });
    expect(directly).toEqual(success({ is_user_group_member: false }));
    expect(await read("subgroups")).toEqual(success({ subgroups: [inner] }));
    expect(await read("subgroups", { direct_subgroup_only: true })).toEqual(success({ subgroups: [inner] }));
    expect(await read("members/999")).toEqual(failure("No such user"));
  });
});
