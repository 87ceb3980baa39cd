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
  (await by.patch(`/user_groups/${id}`, more)).body;
const cannotBe = (setting: string, group: string) =>
  failure(`'${setting}' setting cannot be set to '${group}' group.`);

shows(
  ["§4.3 note 1", "§4.3 note 2", "§4.3 parameter name", "§4.3 parameter description", "§6 note 2"],
  "changes only the given properties, with events for everyone, and answers with a bare success",
  async () => {
    const id = await newGroup(ann, { name: "Before", members: [ben.id] });
    const before = await groupOf(server, id);
    const events = await listenTo(ben, ["user_group"]);
    const data = {
      name: "After",
      description: "New",
      can_mention_group: systemGroup.moderators,
      can_remove_members_group: {
        direct_members: [ben.id],
        direct_subgroups: [systemGroup.administrators],
      },
    };
    const { can_mention_group, can_remove_members_group, ...texts } = data;
    expect(
      await change(id, {
        ...texts,
        can_mention_group: { new: can_mention_group },
        can_remove_members_group: { new: can_remove_members_group, old: systemGroup.nobody },
      }),
    ).toEqual(success());
    expect(await groupOf(server, id)).toEqual({ ...before, ...data });
    const event = { type: "user_group", op: "update", group_id: id };
    expect(await events()).toEqual([{ ...event, data }]);
    for (const one of [{ name: "Later" }, { description: "" }]) {
      expect(await change(id, one)).toEqual(success());
      expect(await events()).toEqual([{ ...event, data: one }]);
    }
    expect(await groupOf(server, id)).toEqual({ ...before, ...data, name: "Later", description: "" });
  },
);

shows("§4.3 note 1", "unchanged values send no event, and no parameters at all is an error", async () => {
  const id = await newGroup(ann, { name: "Same" });
  const events = await listenTo(ben, ["user_group"]);
  for (const more of [{ name: "Same" }, { description: "" }, { can_manage_group: { new: only(ann) } }])
    expect(await change(id, more)).toEqual(success());
  expect(await change(id, {})).toEqual(failure("No new data supplied"));
  expect(await change(id, { members: [1] })).toEqual(failure("No new data supplied"));
  expect(await events()).toEqual([]);
});

shows(
  "§4.3 parameter name",
  "name must have 1 to 100 characters, no reserved prefix, and be free",
  async () => {
    const id = await newGroup(ann, { name: "Own" });
    await newGroup(ben, { name: "Taken" });
    const rename = (name: string) => change(id, { name, description: "half" });
    for (const [name, msg] of [
      ["", "User group name can't be empty!"],
      ["  ", "User group name can't be empty!"],
      ["g".repeat(101), "User group name cannot exceed 100 characters."],
      ["@team", "User group name cannot start with '@'."],
      ["role:x", "User group name cannot start with 'role:'."],
      ["user:x", "User group name cannot start with 'user:'."],
      ["stream:x", "User group name cannot start with 'stream:'."],
      ["channel:x", "User group name cannot start with 'channel:'."],
      ["TAKEN", "User group 'TAKEN' already exists."],
    ] as const)
      expect(await rename(name)).toEqual(failure(msg));
    expect(await groupOf(server, id)).toMatchObject({ name: "Own", description: "" });
    for (const name of ["OWN", "ü".repeat(100), "Own"]) {
      expect(await rename(name)).toEqual(success());
      expect((await groupOf(server, id)).name).toBe(name);
    }
  },
);

shows("§4.3 parameter description", "description may be any text, or empty", async () => {
  const id = await newGroup(ann, { description: "Old" });
  for (const description of ["Those who *draw*\nmaps", "d".repeat(5000), ""]) {
    expect(await change(id, { description })).toEqual(success());
    expect((await groupOf(server, id)).description).toBe(description);
  }
});

shows(
  ["§4.3 note 2", "§7 error BAD_REQUEST, invalid user group ID in 4.3", "§4.3 parameter user_group_id"],
  "an unknown id is an invalid user group, and a malformed id an unknown path",
  async () => {
    for (const id of [999, 0, 2_147_483_648]) {
      const { status, body } = await owner.patch(`/user_groups/${id}`, { name: "x" });
      expect([status, body]).toEqual([400, failure("Invalid user group")]);
    }
    for (const id of ["one", "-1", "1.5"])
      expect((await owner.patch(`/user_groups/${id}`, { name: "x" })).status).toBe(404);
    expect(await change(systemGroup.members, { name: "x" }, owner)).toEqual(
      failure("Insufficient permission"),
    );
  },
);

shows(
  [
    "§4.3 parameter can_add_members_group",
    "§4.3 parameter can_join_group",
    "§4.3 parameter can_leave_group",
    "§4.3 parameter can_manage_group",
    "§4.3 parameter can_mention_group",
    "§4.3 parameter can_remove_members_group",
    "§9 level of group settings inline objects",
    "§9 level of can_mention_group object-only",
  ],
  "every permission accepts an update with a group's id or an object, refuses other forms, and sends events",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(324);
    const events = await listenTo(ben, ["user_group"]);
    for (const setting of [
      "can_add_members_group",
      "can_join_group",
      "can_leave_group",
      "can_manage_group",
      "can_mention_group",
      "can_remove_members_group",
    ]) {
      const id = await newGroup(owner);
      await events();
      const before = await groupOf(server, id);
      const set = (value: unknown) => change(id, { description: "half", [setting]: value }, owner);
      const invalid = (msg: string) => failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: setting });
      expect(await set(systemGroup.members)).toEqual(invalid(`${setting} is not a dict`));
      expect(await set(only(ben))).toEqual(invalid(`${setting}["new"] field is missing`));
      expect(await set("everyone")).toEqual(invalid(`${setting} is not valid JSON`));
      expect(await set({ new: 999 })).toEqual(failure("Invalid user group"));
      expect(await set({ new: systemGroup.internet })).toEqual(cannotBe(setting, "role:internet"));
      expect(await set({ new: only(ben), old: systemGroup.owners })).toEqual(
        failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"),
      );
      expect(await groupOf(server, id)).toEqual(before);
      expect(await events()).toEqual([]);
      for (const value of [systemGroup.moderators, only(ben, cleo)]) {
        const { [setting]: old } = await groupOf(server, id);
        expect(await change(id, { [setting]: { new: value, old } }, owner)).toEqual(success());
        expect((await groupOf(server, id))[setting]).toEqual(value);
        const event = { type: "user_group", op: "update", group_id: id };
        expect(await events()).toEqual([{ ...event, data: { [setting]: value } }]);
      }
    }
  },
);

shows(
  ["§4.3 parameter can_manage_group", "§4.3 parameter can_mention_group"],
  "can_manage_group excludes everyone and the internet, can_mention_group the internet and owners",
  async () => {
    const id = await newGroup(owner);
    const before = await groupOf(server, id);
    const among = (group: number) => ({ direct_members: [ben.id], direct_subgroups: [group] });
    for (const [setting, refused] of [
      ["can_manage_group", ["internet", "everyone"]],
      ["can_mention_group", ["internet", "owners"]],
    ] as const)
      for (const name of refused)
        for (const value of [systemGroup[name], among(systemGroup[name])])
          expect(await change(id, { [setting]: { new: value } }, owner)).toEqual(
            cannotBe(setting, `role:${name}`),
          );
    expect(await groupOf(server, id)).toEqual(before);
    const allowed = {
      can_manage_group: { new: systemGroup.owners },
      can_mention_group: { new: systemGroup.nobody },
    };
    expect(await change(id, allowed, owner)).toEqual(success());
    expect(await change(id, { can_mention_group: { new: systemGroup.everyone } }, owner)).toEqual(success());
  },
);

shows(
  "§4.3 note 1",
  "allows only managers of the group, also through a subgroup, and requires a key",
  async () => {
    const managers = await newGroup(owner, { members: [cleo.id] });
    const id = await newGroup(ann, { can_manage_group: managers, members: [ben.id] });
    for (const by of [ann, ben])
      expect(await change(id, { description: "no" }, by)).toEqual(failure("Insufficient permission"));
    for (const by of [cleo, owner])
      expect(await change(id, { description: `by ${by.id}` }, by)).toEqual(success());
    await owner.patch(`/users/${ben.id}`, { role: 600 });
    expect(await change(id, { description: "no" }, ben)).toEqual(failure("Not allowed for guest users"));
    await owner.patch(`/users/${ben.id}`, { role: 400 });
    const nameless = await request(server.http).patch(`/api/v1/user_groups/${id}`).send("name=x");
    expect(nameless.status).toBe(401);
    expect((await groupOf(server, id)).description).toBe(`by ${owner.id}`);
  },
);

shows(
  ["§4.3 note 2", "§9 level of bots allowed on group update endpoints"],
  "a bot can change a group it manages",
  async () => {
    expect(await levelOf(server)).toBeGreaterThanOrEqual(496);
    const { body } = await ann.post("/bots", { full_name: "Groupie", short_name: "groupie" });
    const bot = server.clientOf({ id: body.user_id, email: "groupie-bot@chat.example.com" });
    const id = await newGroup(ann);
    expect(await change(id, { description: "no" }, bot)).toEqual(failure("Insufficient permission"));
    await change(id, { can_manage_group: { new: only(bot) } });
    expect(await change(id, { description: "by a bot" }, bot)).toEqual(success());
    expect((await groupOf(server, id)).description).toBe("by a bot");
  },
);
