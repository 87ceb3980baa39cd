import { groupOf, newGroup, only, systemGroup } from "../../support/builders/groups";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { levelOf, shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ann: Client;
let ben: Client;
let cleo: Client;
let dana: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ann, ben] = [await server.newMember("Ann"), await server.newMember("Ben")];
  [cleo, dana] = [await server.newMember("Cleo"), await server.newMember("Dana")];
});
afterAll(() => server.stop());

/** The users among these who may change a group; each tries. */
const changers = async (id: number): Promise<readonly Client[]> => {
  const allowed: Client[] = [];
  for (const who of [ann, ben, cleo, dana]) {
    const { body } = await who.patch(`/user_groups/${id}`, { description: `by ${who.id}` });
    if (body.result === "success") allowed.push(who);
    else expect(body).toEqual(failure("Insufficient permission"));
  }
  return allowed;
};
const change = async (id: number, more: object) => (await owner.patch(`/user_groups/${id}`, more)).body;
const mismatch = failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH");

shows(
  ["§2.1 form integer", "§2.1 note 1"],
  "an integer gives the permission to that group's members and its subgroups' members",
  async () => {
    const inner = await newGroup(owner, { members: [cleo.id] });
    const managers = await newGroup(owner, { members: [ben.id], subgroups: [inner] });
    const id = await newGroup(owner);
    expect(await changers(id)).toEqual([]);
    expect(await change(id, { can_manage_group: { new: managers } })).toEqual(success());
    expect((await groupOf(server, id)).can_manage_group).toBe(managers);
    expect(await changers(id)).toEqual([ben, cleo]);
    expect(await change(id, { can_manage_group: { new: systemGroup.members } })).toEqual(success());
    expect(await changers(id)).toEqual([ann, ben, cleo, dana]);
  },
);

shows(
  [
    "§2.1 form object {direct_members: integer[], direct_subgroups: integer[]}",
    "§2.1 note 1",
    "§9 level of group settings inline objects",
  ],
  "an object gives the permission to its users and to its groups' members",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(324);
    const inner = await newGroup(owner, { members: [dana.id] });
    const value = { direct_members: [ann.id], direct_subgroups: [inner] };
    const id = await newGroup(owner, { can_manage_group: value });
    expect((await groupOf(server, id)).can_manage_group).toEqual(value);
    expect(await changers(id)).toEqual([ann, dana]);
    expect(await change(id, { can_manage_group: { new: only(cleo, ben) } })).toEqual(success());
    expect((await groupOf(server, id)).can_manage_group).toEqual(only(ben, cleo));
    expect(await changers(id)).toEqual([ben, cleo]);
  },
);

shows(
  "§2.1 form object {direct_members: integer[], direct_subgroups: integer[]}",
  "an object with one group equals its id, and an empty one equals the nobody group, as in Zulip",
  async () => {
    const id = await newGroup(owner);
    const inner = await newGroup(owner);
    for (const [value, shown] of [
      [{ direct_members: [], direct_subgroups: [inner] }, inner],
      [{ direct_members: [], direct_subgroups: [] }, systemGroup.nobody],
      [only(ben, ben), only(ben)],
    ] as const) {
      expect(await change(id, { can_join_group: { new: value } })).toEqual(success());
      expect((await groupOf(server, id)).can_join_group).toEqual(shown);
    }
  },
);

shows(
  [
    "§2.1 form integer",
    "§2.1 form object {direct_members: integer[], direct_subgroups: integer[]}",
    "§2.1 note 1",
    "§2.1 note 3",
    "§2.1 note 4",
  ],
  "realm and channel settings are updated in the same way",
  async () => {
    const { body: created } = await owner.post("/channels/create", { name: "club", subscribers: [1] });
    const targets = [
      { at: "/realm", setting: "can_create_groups", old: systemGroup.members },
      { at: `/streams/${created.id}`, setting: "can_add_subscribers_group", old: systemGroup.nobody },
    ];
    for (const { at: path, setting, old } of targets) {
      const set = async (value: object) => (await owner.patch(path, { [setting]: value })).body;
      expect(await set({ new: only(ann), old: systemGroup.owners })).toEqual(mismatch);
      for (const value of [
        { new: only(ann), old },
        { new: systemGroup.moderators, old: only(ann) },
        { new: old },
      ])
        expect(await set(value)).toMatchObject(success());
    }
  },
);

shows("§2.1 note 3", "refuses an update without `new` or with a malformed value", async () => {
  const id = await newGroup(owner);
  const before = await groupOf(server, id);
  const refused = async (value: unknown, msg: string) =>
    expect(await change(id, { description: "half", can_join_group: value })).toEqual(
      failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: "can_join_group" }),
    );
  await refused({}, 'can_join_group["new"] field is missing');
  await refused({ old: systemGroup.nobody }, 'can_join_group["new"] field is missing');
  for (const value of [null, "members", 1.5, [3], { direct_members: [1] }, { direct_members: 1 }])
    await refused({ new: value }, 'Invalid can_join_group["new"]');
  await refused("members", "can_join_group is not valid JSON");
  await refused([3], "can_join_group is not a dict");
  expect(await groupOf(server, id)).toEqual(before);
});

shows("§2.1 note 3", "`new` must name existing users and groups, or nothing changes", async () => {
  const id = await newGroup(owner);
  const before = await groupOf(server, id);
  const set = (value: unknown) => change(id, { name: "half", can_join_group: { new: value } });
  expect(await set(999)).toEqual(failure("Invalid user group"));
  expect(await set({ direct_members: [999], direct_subgroups: [] })).toEqual(failure("Invalid user ID: 999"));
  expect(await set({ direct_members: [1], direct_subgroups: [999] })).toEqual(
    failure("Invalid user group ID: 999"),
  );
  expect(await groupOf(server, id)).toEqual(before);
});

shows(
  "§2.1 note 4",
  "only one of several updates with the same `old` succeeds, and the others get a mismatch",
  async () => {
    const id = await newGroup(owner);
    const updates = [ann, ben, cleo, dana].map((who) => ({ new: only(who), old: systemGroup.nobody }));
    const answers = await Promise.all(updates.map((update) => change(id, { can_join_group: update })));
    const winners = updates.filter((_, index) => answers[index].result === "success");
    expect(winners).toHaveLength(1);
    expect((await groupOf(server, id)).can_join_group).toEqual(winners[0]?.new);
    expect(answers.filter(({ code }) => code === "EXPECTATION_MISMATCH")).toEqual(Array(3).fill(mismatch));
  },
);

shows(
  "§2.1 note 4",
  "`old` is optional or null, and otherwise must equal the current value in any order",
  async () => {
    const id = await newGroup(owner, { can_join_group: only(ben, ann) });
    const set = (value: object) => change(id, { description: "half", can_join_group: value });
    for (const old of [systemGroup.nobody, only(ann), only(ann, ben, cleo), only()])
      expect(await set({ new: only(cleo), old })).toEqual(mismatch);
    expect(await groupOf(server, id)).toMatchObject({ description: "", can_join_group: only(ann, ben) });
    expect(await set({ new: only(cleo), old: only(ben, ann) })).toEqual(success());
    expect(await set({ new: systemGroup.members, old: null })).toEqual(success());
    expect(await set({ new: only(cleo), old: systemGroup.members })).toEqual(success());
    expect((await groupOf(server, id)).can_join_group).toEqual(only(cleo));
    expect(await set({ new: 3, old: "members" })).toEqual(
      failure('Invalid can_join_group["old"]', "REQUEST_VARIABLE_INVALID", { var_name: "can_join_group" }),
    );
  },
);
