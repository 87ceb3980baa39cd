import { groupOf, newGroup, only, systemGroup } from "../../support/builders/groups";
import { addUser } from "../../support/http/add-user";
import { listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;
let deactivated: Client;
let guest: Client;
let group: number;
let hall: number;

/** A guest who sees only users in shared channels. */
beforeEach(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", {
    send_channel_events_messages: false,
    can_access_all_users_group: { new: systemGroup.members },
  });
  [ben, deactivated] = [await server.newMember("Ben"), await server.newMember("Gone")];
  guest = await addUser(server, { role: "guest" });
  group = await newGroup(owner, {
    members: [ben.id, deactivated.id],
    can_join_group: only(ben, deactivated),
    can_leave_group: only(deactivated),
  });
  const subscribers = [owner.id, deactivated.id];
  hall = (await owner.post("/channels/create", { name: "hall", subscribers })).body.id;
});
afterEach(() => server.stop());

const types = ["realm_user", "user_group", "subscription", "realm"];
const account = (is_active: boolean) => ({
  type: "realm_user",
  op: "update",
  person: { user_id: deactivated.id, is_active },
});
const settings = async () => {
  const { members, can_join_group, can_leave_group } = await groupOf(server, group);
  return { members, can_join_group, can_leave_group };
};
const deactivate = async () =>
  expect((await owner.delete(`/users/${deactivated.id}`)).body).toEqual(success());
const reactivate = async () =>
  expect((await owner.post(`/users/${deactivated.id}/reactivate`)).body).toEqual(success());

shows(
  "§2.1 note 2",
  "a deactivated user leaves groups and settings, and reactivation restores them",
  async () => {
    const before = await settings();
    await deactivate();
    const without = { members: [ben.id], can_join_group: only(ben), can_leave_group: only() };
    expect(await settings()).toEqual(without);
    const { body } = await ben.post("/register", { fetch_event_types: ["realm_user_groups"] });
    expect(body.realm_user_groups).toContainEqual(expect.objectContaining({ id: group, ...without }));
    // A change based on the visible value gets no mismatch.
    const change = { can_leave_group: { new: only(ben), old: only() } };
    expect((await owner.patch(`/user_groups/${group}`, change)).body).toEqual(success());
    await reactivate();
    expect(await settings()).toEqual({ ...before, can_leave_group: only(ben) });
  },
);

shows(
  "§2.1 note 2",
  "users who know the user get events for the account, channels' subscribers, groups and settings",
  async () => {
    const events = await listenTo(ben, types);
    const peers = (op: string) => ({
      type: "subscription",
      op: `peer_${op}`,
      stream_ids: expect.arrayContaining([hall]),
      user_ids: [deactivated.id],
    });
    await deactivate();
    const groupUpdate = (data: object) => ({ type: "user_group", op: "update", group_id: group, data });
    const settingsWithout = groupUpdate({ can_join_group: only(ben), can_leave_group: only() });
    expect(await events()).toEqual([peers("remove"), account(false), settingsWithout]);
    expect((await ben.get(`/streams/${hall}/members`)).body.subscribers).toEqual([owner.id]);
    await reactivate();
    const [back, joined, ...named] = await events();
    expect([back, joined]).toEqual([account(true), peers("add")]);
    // Clients that registered meanwhile got no group and no setting with the user.
    const isBack = { type: "user_group", op: "add_members", group_id: group, user_ids: [deactivated.id] };
    expect(named).toContainEqual(isBack);
    const settingsBack = { can_join_group: only(ben, deactivated), can_leave_group: only(deactivated) };
    expect(named).toContainEqual(groupUpdate(settingsBack));
  },
);

shows("§2.1 note 2", "a guest who can't see the user gets no events", async () => {
  await owner.patch("/realm", { can_create_groups: { new: only(owner, deactivated) } });
  const events = await listenTo(guest, types);
  await deactivate();
  await reactivate();
  expect(await events()).toEqual([]);
});

shows(
  "§2.1 note 2",
  "a guest who shared a channel with the user gets them removed and added again",
  async () => {
    await owner.post("/users/me/subscriptions", {
      subscriptions: [{ name: "hall" }],
      principals: [guest.id],
    });
    const events = await listenTo(guest, ["realm_user"]);
    await deactivate();
    const known = { user_id: deactivated.id, full_name: "Unknown user" };
    expect(await events()).toEqual([{ type: "realm_user", op: "remove", person: known }]);
    await reactivate();
    expect(await events()).toEqual([
      {
        type: "realm_user",
        op: "add",
        person: expect.objectContaining({ user_id: deactivated.id, full_name: "Gone" }),
      },
      account(true),
    ]);
  },
);
