import { groupOf, newGroup, only, systemGroup } from "../../support/groups";
import { type Client, startServer, type TestServer } from "../../support/http-application";
import { shows } from "../../support/mission";
import { addUser } from "../../support/people";
import { listenTo, success } from "../../support/queue";

let server: TestServer;
let owner: Client;
let ben: Client;
let gone: Client;
let guest: Client;
let group: number;
let hall: number;

/** A guest who may know only of those whom they share a channel with. */
beforeEach(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", {
    send_channel_events_messages: false,
    can_access_all_users_group: { new: systemGroup.members },
  });
  [ben, gone] = [await server.newMember("Ben"), await server.newMember("Gone")];
  guest = await addUser(server, { role: "guest" });
  group = await newGroup(owner, {
    members: [ben.id, gone.id],
    can_join_group: only(ben, gone),
    can_leave_group: only(gone),
  });
  const subscribers = [owner.id, gone.id];
  hall = (await owner.post("/channels/create", { name: "hall", subscribers })).body.id;
});
afterEach(() => server.stop());

const types = ["realm_user", "user_group", "subscription", "realm"];
const account = (is_active: boolean) => ({
  type: "realm_user",
  op: "update",
  person: { user_id: gone.id, is_active },
});
const settings = async () => {
  const { members, can_join_group, can_leave_group } = await groupOf(server, group);
  return { members, can_join_group, can_leave_group };
};
const deactivate = async () => expect((await owner.delete(`/users/${gone.id}`)).body).toEqual(success());
const reactivate = async () =>
  expect((await owner.post(`/users/${gone.id}/reactivate`)).body).toEqual(success());

shows(
  "§2.1 note 2",
  "who is deactivated is no longer listed, and comes back to all that named them",
  async () => {
    const before = await settings();
    await deactivate();
    const without = { members: [ben.id], can_join_group: only(ben), can_leave_group: only() };
    expect(await settings()).toEqual(without);
    const { body } = await ben.post("/register", { fetch_event_types: ["realm_user_groups"] });
    expect(body.realm_user_groups).toContainEqual(expect.objectContaining({ id: group, ...without }));
    // Whoever changes what they see isn't told that it is something else.
    const change = { can_leave_group: { new: only(ben), old: only() } };
    expect((await owner.patch(`/user_groups/${group}`, change)).body).toEqual(success());
    await reactivate();
    expect(await settings()).toEqual({ ...before, can_leave_group: only(ben) });
  },
);

shows(
  "§2.1 note 2",
  "whoever knows the user hears what becomes of them, and of channels' subscribers",
  async () => {
    const heard = await listenTo(ben, types);
    const peers = (op: string) => ({
      type: "subscription",
      op: `peer_${op}`,
      stream_ids: expect.arrayContaining([hall]),
      user_ids: [gone.id],
    });
    await deactivate();
    expect(await heard()).toEqual([peers("remove"), account(false)]);
    expect((await ben.get(`/streams/${hall}/members`)).body.subscribers).toEqual([owner.id]);
    await reactivate();
    const [back, joined, ...named] = await heard();
    expect([back, joined]).toEqual([account(true), peers("add")]);
    // Whoever registered meanwhile had the user in no group and no setting.
    const isBack = { type: "user_group", op: "add_members", group_id: group, user_ids: [gone.id] };
    expect(named).toContainEqual(isBack);
    const settingsBack = { can_join_group: only(ben, gone), can_leave_group: only(gone) };
    const update = { type: "user_group", op: "update", group_id: group, data: settingsBack };
    expect(named).toContainEqual(update);
  },
);

shows(
  "§2.1 note 2",
  "a guest who may not know of the user hears of the groups and settings alone",
  async () => {
    await owner.patch("/realm", { can_create_groups: { new: only(owner, gone) } });
    const heard = await listenTo(guest, types);
    const word = (op: string, fields: object) => ({ type: "user_group", op, ...fields });
    const words = (
      op: string,
      can_join_group: object,
      can_leave_group: object,
      can_create_groups: object,
    ) => [
      word(op, { group_id: group, user_ids: [gone.id] }),
      word(op, { group_id: systemGroup.members, user_ids: [gone.id] }),
      word(op, { group_id: systemGroup.fullMembers, user_ids: [gone.id] }),
      word("update", { group_id: group, data: { can_join_group, can_leave_group } }),
      { type: "realm", op: "update_dict", property: "default", data: { can_create_groups } },
    ];
    await deactivate();
    expect(await heard()).toEqual(words("remove_members", only(ben), only(), only(owner)));
    await reactivate();
    expect(await heard()).toEqual(words("add_members", only(ben, gone), only(gone), only(owner, gone)));
  },
);

shows(
  "§2.1 note 2",
  "a guest who knew the user from a channel forgets them, and meets them again",
  async () => {
    await owner.post("/users/me/subscriptions", {
      subscriptions: [{ name: "hall" }],
      principals: [guest.id],
    });
    const heard = await listenTo(guest, ["realm_user"]);
    await deactivate();
    const known = { user_id: gone.id, full_name: "Unknown user" };
    expect(await heard()).toEqual([{ type: "realm_user", op: "remove", person: known }]);
    await reactivate();
    expect(await heard()).toEqual([
      {
        type: "realm_user",
        op: "add",
        person: expect.objectContaining({ user_id: gone.id, full_name: "Gone" }),
      },
      account(true),
    ]);
  },
);
