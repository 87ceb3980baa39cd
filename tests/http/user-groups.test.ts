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

let made = 0;
const newGroup = async (by: Client, more: object = {}): Promise<number> => {
  made += 1;
  const wanted = { name: `group ${made}`, description: "", members: [], ...more };
  const { body } = await by.post("/user_groups/create", wanted);
  if (body.result !== "success") throw new Error(body.msg);
  return body.group_id;
};
const groupOf = async (id: number, reader = owner) => {
  const { body } = await reader.get("/user_groups", { include_deactivated_groups: true });
  return body.user_groups.find((group: { id: number }) => group.id === id);
};
const nobody = 8;
const everyone = 2;

describe("making groups", () => {
  test("a group has its members, subgroups and permissions, and everyone hears of it", async () => {
    const heard = await listenTo(ben, ["user_group"]);
    const inner = await newGroup(ann);
    const id = await newGroup(ann, {
      ...{ name: "Mappers", description: "Who draws", members: [ann.id, ben.id], subgroups: [inner] },
      can_join_group: { direct_members: [cleo.id], direct_subgroups: [] },
      can_mention_group: { direct_members: [], direct_subgroups: [4] },
      can_leave_group: { direct_members: [], direct_subgroups: [] },
    });
    const group = await groupOf(id);
    expect(group).toEqual({
      ...{ id, name: "Mappers", description: "Who draws", is_system_group: false, deactivated: false },
      ...{ members: [ann.id, ben.id], direct_subgroup_ids: [inner], creator_id: ann.id },
      date_created: expect.any(Number),
      can_add_members_group: { direct_members: [ann.id], direct_subgroups: [] },
      can_join_group: { direct_members: [cleo.id], direct_subgroups: [] },
      // Anonymous groups of one group, or of nobody, are that group.
      ...{ can_leave_group: nobody, can_mention_group: 4, can_remove_members_group: nobody },
      can_manage_group: { direct_members: [ann.id], direct_subgroups: [] },
    });
    expect((await heard()).at(-1)).toEqual({ type: "user_group", op: "add", group });
  });

  test("system groups hold each other, and whom their role names", async () => {
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
    ["a name of a role", { name: "role:x" }, failure("User group name cannot start with 'role:'.")],
    ["a long name", { name: "g".repeat(101) }, failure("User group name cannot exceed 100 characters.")],
    ["an unknown member", { members: [999] }, failure("Invalid user ID: 999")],
    ["an unknown subgroup", { subgroups: [999] }, failure("Invalid user group ID: 999")],
    ["an unknown permission group", { can_join_group: 999 }, failure("Invalid user group")],
    [
      "a permission for guests that is for members",
      { can_join_group: everyone },
      failure("'can_join_group' setting cannot be set to 'role:everyone' group."),
    ],
    [
      "a permission of the wrong form",
      { can_join_group: "all" },
      failure("can_join_group is not valid JSON", "REQUEST_VARIABLE_INVALID", { var_name: "can_join_group" }),
    ],
  ])("no group is made with %s", async (_what, more, expected) => {
    const wanted = { name: "Never", description: "", members: [], ...more };
    const { status, body } = await ann.post("/user_groups/create", wanted);
    expect([status, body]).toEqual([400, expected]);
  });
});

describe("changing groups, §4.3", () => {
  test("name, description and permissions change, and clients hear what did", async () => {
    const id = await newGroup(ann, { name: "Before" });
    const heard = await listenTo(ben, ["user_group"]);
    const change = {
      ...{ name: "After", description: "New" },
      can_mention_group: { new: 5 },
      can_remove_members_group: { new: { direct_members: [ben.id], direct_subgroups: [6] }, old: nobody },
    };
    expect((await ann.patch(`/user_groups/${id}`, change)).body).toEqual(success());
    const data = {
      ...{ name: "After", description: "New", can_mention_group: 5 },
      can_remove_members_group: { direct_members: [ben.id], direct_subgroups: [6] },
    };
    expect(await groupOf(id)).toMatchObject(data);
    expect(await heard()).toEqual([{ type: "user_group", op: "update", group_id: id, data }]);
    // What stays as it is makes no event.
    expect((await ann.patch(`/user_groups/${id}`, { name: "After" })).body).toEqual(success());
    expect(await heard()).toEqual([]);
  });

  test.each<[string, object, object]>([
    ["nothing", {}, failure("No new data supplied")],
    [
      "can_manage_group for everyone",
      { can_manage_group: { new: everyone } },
      failure("'can_manage_group' setting cannot be set to 'role:everyone' group."),
    ],
    [
      "can_manage_group for the internet",
      { can_manage_group: { new: 1 } },
      failure("'can_manage_group' setting cannot be set to 'role:internet' group."),
    ],
    [
      "can_mention_group for the internet",
      { can_mention_group: { new: 1 } },
      failure("'can_mention_group' setting cannot be set to 'role:internet' group."),
    ],
    [
      "can_mention_group for owners",
      { can_mention_group: { new: 7 } },
      failure("'can_mention_group' setting cannot be set to 'role:owners' group."),
    ],
    [
      "can_mention_group as a bare number",
      { can_mention_group: 5 },
      failure("can_mention_group is not a dict", "REQUEST_VARIABLE_INVALID", {
        var_name: "can_mention_group",
      }),
    ],
    [
      "an 'old' that isn't there",
      { can_join_group: { new: 5, old: 6 } },
      failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"),
    ],
  ])("%s is refused", async (_what, change, expected) => {
    const id = await newGroup(ann);
    const before = await groupOf(id);
    const { status, body } = await ann.patch(`/user_groups/${id}`, change);
    expect([status, body]).toEqual([400, expected]);
    expect(await groupOf(id)).toEqual(before);
  });

  test("a name that another group has is refused, one's own is not", async () => {
    const id = await newGroup(ann, { name: "Own" });
    await newGroup(ann, { name: "Taken" });
    expect((await ann.patch(`/user_groups/${id}`, { name: "TAKEN" })).body).toEqual(
      failure("User group 'TAKEN' already exists."),
    );
    expect((await ann.patch(`/user_groups/${id}`, { name: "OWN" })).body).toEqual(success());
  });

  test("an unknown group is an invalid one, and a system group nobody's to change", async () => {
    expect((await owner.patch("/user_groups/999", { name: "x" })).body).toEqual(
      failure("Invalid user group"),
    );
    expect((await owner.patch("/user_groups/3", { name: "x" })).body).toEqual(
      failure("Insufficient permission"),
    );
  });

  test("whom can_manage_group names may change the group, through groups as well", async () => {
    const managers = await newGroup(owner, { members: [cleo.id] });
    const id = await newGroup(ann, { can_manage_group: managers });
    expect((await ben.patch(`/user_groups/${id}`, { description: "no" })).body).toEqual(
      failure("Insufficient permission"),
    );
    expect((await cleo.patch(`/user_groups/${id}`, { description: "yes" })).body).toEqual(success());
  });
});

describe("deactivating groups", () => {
  test("a group goes and comes back; old clients see it removed and added", async () => {
    const id = await newGroup(ann, { members: [ben.id] });
    const old = await listenTo(ben, ["user_group"]);
    const capabilities = { client_capabilities: { include_deactivated_groups: true } };
    const modern = await listenTo(ben, ["user_group"], capabilities);
    expect((await ann.post(`/user_groups/${id}/deactivate`)).body).toEqual(success());
    expect((await ann.post(`/user_groups/${id}/deactivate`)).body).toEqual(
      failure("User group is deactivated."),
    );
    expect((await ben.get("/user_groups")).body.user_groups).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    // Its permissions can still be changed; `true` does nothing.
    const still = { can_join_group: { new: 5 }, deactivated: true };
    expect((await ann.patch(`/user_groups/${id}`, still)).body).toEqual(success());
    expect(await groupOf(id)).toMatchObject({ deactivated: true, can_join_group: 5 });
    expect((await ann.patch(`/user_groups/${id}`, { deactivated: false })).body).toEqual(success());
    expect(await old()).toEqual([
      { type: "user_group", op: "remove", group_id: id },
      { type: "user_group", op: "add", group: expect.objectContaining({ id, members: [ben.id] }) },
    ]);
    const update = { type: "user_group", op: "update", group_id: id };
    expect(await modern()).toEqual([
      { ...update, data: { deactivated: true } },
      { ...update, data: { can_join_group: 5 } },
      { ...update, data: { deactivated: false } },
    ]);
  });

  test("a group in use stays, and the answer says where it is used", async () => {
    const id = await newGroup(owner);
    const holder = await newGroup(owner, { subgroups: [id], can_join_group: id });
    await owner.patch("/realm", { can_create_groups: { new: id } });
    const { status, body } = await owner.post(`/user_groups/${id}/deactivate`);
    const objections = [
      { type: "subgroup", supergroup_ids: [holder] },
      { type: "user_group", group_id: holder, settings: ["can_join_group"] },
      { type: "realm", settings: ["can_create_groups"] },
    ];
    expect([status, body]).toEqual([
      400,
      failure("Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE", { objections }),
    ]);
    await owner.patch("/realm", { can_create_groups: { new: 3 } });
  });

  test("a deactivated group holds no permission and can't be given any", async () => {
    const id = await newGroup(owner);
    await owner.post(`/user_groups/${id}/deactivate`);
    expect(
      (await ann.patch(`/user_groups/${await newGroup(ann)}`, { can_join_group: { new: id } })).body,
    ).toEqual(failure("User group is deactivated."));
    const inside = { new: { direct_members: [ann.id], direct_subgroups: [id] } };
    expect((await owner.patch("/realm", { can_create_groups: inside })).body).toEqual(
      failure("User group is deactivated."),
    );
  });
});

describe("members", () => {
  test("come and go, are told by the notification bot, and everyone hears of it", async () => {
    const id = await newGroup(ann, { name: "Rowers", members: [cleo.id] });
    const heard = await listenTo(ben, ["user_group", "message"], { apply_markdown: false });
    const change = { add: [ben.id], delete: [cleo.id], add_subgroups: [4] };
    expect((await ann.post(`/user_groups/${id}/members`, change)).body).toEqual(success());
    expect(await groupOf(id)).toMatchObject({ members: [ben.id], direct_subgroup_ids: [4] });
    expect(await heard()).toEqual([
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
      "nothing",
      {},
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    ],
    ["somebody unknown", { add: [999] }, "Invalid user ID: 999"],
    ["somebody who is there", { add: [1] }, "User 1 is already a member of this group"],
    ["the leave of somebody who isn't", { delete: [2] }, "Invalid user ID: 2"],
    ["a good and a bad change", { delete: [1], add: [999] }, "Invalid user ID: 999"],
  ])("%s is refused, and nothing half done", async (_what, change, message) => {
    const id = await newGroup(owner, { members: [1] });
    expect((await owner.post(`/user_groups/${id}/members`, change)).body).toEqual(failure(message));
    expect(await groupOf(id)).toMatchObject({ members: [1] });
  });

  test("joining and leaving by oneself takes less than moving others", async () => {
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

  test("are told with and without those in subgroups", async () => {
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

describe("subgroups, §4.16", () => {
  const change = (by: Client, id: number, more: object) => by.post(`/user_groups/${id}/subgroups`, more);

  test("come and go", async () => {
    const [outer, inner] = [await newGroup(ann), await newGroup(ben)];
    const heard = await listenTo(cleo, ["user_group"]);
    expect((await change(ann, outer, { add: [inner, 5] })).body).toEqual(success());
    expect((await change(ann, outer, { delete: [5] })).body).toEqual(success());
    expect((await groupOf(outer)).direct_subgroup_ids).toEqual([inner]);
    expect(await heard()).toEqual([
      { type: "user_group", op: "add_subgroups", group_id: outer, direct_subgroup_ids: [inner, 5] },
      { type: "user_group", op: "remove_subgroups", group_id: outer, direct_subgroup_ids: [5] },
    ]);
  });

  test("of a deactivated group can be changed", async () => {
    const [outer, inner] = [await newGroup(ann), await newGroup(ben)];
    await ann.post(`/user_groups/${outer}/deactivate`);
    expect((await change(ann, outer, { add: [inner] })).body).toEqual(success());
  });

  test("never make a group hold itself", async () => {
    const inner = await newGroup(ann);
    const middle = await newGroup(ann, { subgroups: [inner] });
    const outer = await newGroup(ann, { subgroups: [middle] });
    const cycle = (id: number) =>
      failure(`User group ${id} is already a subgroup of one of the passed subgroups.`);
    expect((await change(ann, inner, { add: [outer] })).body).toEqual(cycle(inner));
    expect((await change(ann, inner, { add: [inner] })).body).toEqual(cycle(inner));
  });

  test.each<[string, object, string]>([
    ["nothing", {}, 'Nothing to do. Specify at least one of "add" or "delete".'],
    ["an unknown group", { add: [999] }, "Invalid user group ID: 999"],
    ["a group that is there", { add: [4] }, "User group 4 is already a subgroup of this group."],
    ["the leave of a group that isn't", { delete: [5] }, "User group 5 is not a subgroup of this group."],
  ])("%s is refused", async (_what, more, message) => {
    const id = await newGroup(ann, { subgroups: [4] });
    expect((await change(ann, id, more)).body).toEqual(failure(message));
    expect((await groupOf(id)).direct_subgroup_ids).toEqual([4]);
  });

  test("a bot may change groups that it manages", async () => {
    const { body } = await ann.post("/bots", { full_name: "Groupie", short_name: "groupie" });
    const bot = server.clientOf({ id: body.user_id, email: "groupie-bot@chat.example.com" });
    const id = await newGroup(ann, { can_manage_group: { direct_members: [bot.id], direct_subgroups: [] } });
    expect((await change(bot, id, { add: [5] })).body).toEqual(success());
    expect((await bot.patch(`/user_groups/${id}`, { description: "by a bot" })).body).toEqual(success());
  });
});
