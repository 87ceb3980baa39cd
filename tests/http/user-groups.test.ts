import { groupOf, newGroup, systemGroup } from "../support/groups";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

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
    ["an empty name", { name: " " }, failure("User group name can't be empty!")],
    ["a name reserved for roles", { name: "role:x" }, failure("User group name cannot start with 'role:'.")],
    ["a long name", { name: "g".repeat(101) }, failure("User group name cannot exceed 100 characters.")],
    ["an unknown member", { members: [999] }, failure("Invalid user ID: 999")],
    ["an unknown subgroup", { subgroups: [999] }, failure("Invalid user group ID: 999")],
    ["an unknown permission group", { can_join_group: 999 }, failure("Invalid user group")],
    [
      "a permission given to guests that members must have",
      { can_join_group: systemGroup.everyone },
      failure("'can_join_group' setting cannot be set to 'role:everyone' group."),
    ],
    [
      "a permission that names more people than anybody lists",
      {
        can_join_group: { direct_members: Array.from({ length: 501 }, (_, id) => id), direct_subgroups: [] },
      },
      failure("'can_join_group' can name at most 500 people and 500 groups. Use a user group."),
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

  test.each<[string, object, string]>([
    [
      "no change",
      {},
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    ],
    ["an unknown user", { add: [999] }, "Invalid user ID: 999"],
    ["adding a member", { add: [1] }, "User 1 is already a member of this group"],
    ["removing a user who isn't a member", { delete: [2] }, "Invalid user ID: 2"],
    ["a valid and an invalid change", { delete: [1], add: [999] }, "Invalid user ID: 999"],
  ])("refuses %s and changes nothing", async (_what, change, message) => {
    const id = await newGroup(owner, { members: [1] });
    expect((await owner.post(`/user_groups/${id}/members`, change)).body).toEqual(failure(message));
    expect(await groupOf(server, id)).toMatchObject({ members: [1] });
  });

  test("needs fewer permissions for joining and leaving than for changing others", async () => {
    const id = await newGroup(ann, { can_join_group: 3, can_leave_group: 3, members: [cleo.id] });
    const members = (by: Client, change: object) => by.post(`/user_groups/${id}/members`, change);
    expect((await members(ben, { add: [ben.id] })).body).toEqual(success());
    expect((await members(ben, { add: [owner.id] })).body).toEqual(failure("Insufficient permission"));
    expect((await members(ben, { delete: [cleo.id] })).body).toEqual(failure("Insufficient permission"));
    expect((await members(ben, { delete: [ben.id] })).body).toEqual(success());
    expect((await members(ben, { delete: [ben.id] })).body).toEqual(
      failure(`There is no member '${ben.id}' in this user group`),
    );
  });

  test("lists members with and without those in subgroups", async () => {
    const inner = await newGroup(ann, { members: [ben.id] });
    const middle = await newGroup(ann, { members: [cleo.id], subgroups: [inner] });
    const outer = await newGroup(ann, { members: [ann.id], subgroups: [middle] });
    const members = async (query: object) =>
      (await ann.get(`/user_groups/${outer}/members`, query)).body.members;
    expect(await members({})).toEqual([ann.id, ben.id, cleo.id]);
    expect(await members({ direct_member_only: true })).toEqual([ann.id]);
    const isMember = async (query: object) =>
      (await ann.get(`/user_groups/${outer}/members/${ben.id}`, query)).body.is_user_group_member;
    expect([await isMember({}), await isMember({ direct_member_only: true })]).toEqual([true, false]);
    const subgroups = async (query: object) =>
      (await ann.get(`/user_groups/${outer}/subgroups`, query)).body.subgroups;
    expect(await subgroups({})).toEqual([inner, middle]);
    expect(await subgroups({ direct_subgroup_only: true })).toEqual([middle]);
    expect((await ann.get(`/user_groups/${outer}/members/999`)).body).toEqual(failure("No such user"));
    expect((await ann.get("/user_groups/999/members")).body).toEqual(failure("Invalid user group"));
  });
});
