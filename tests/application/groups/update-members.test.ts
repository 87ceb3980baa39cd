import { createGroup } from "../../../src/application/groups/create-group";
import { updateMembers } from "../../../src/application/groups/update-members";
import {
  type MemoryApplication,
  memoryApplication,
  successOf,
} from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { aUser } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";
import { commitAll, eventsAfter } from "../../support/storage/commits";

let world: MemoryApplication;
let people: readonly number[];
beforeEach(async () => {
  world = await memoryApplication();
  people = Array.from({ length: 120 }, (_, index) => 100 + index);
  const state = await world.services.directory.newest(world.realmId);
  const created = people.map((id) => ({
    type: "user_created" as const,
    user: aUser({ id, email: `person${id}@example.com` }),
  }));
  const { eventStore } = world.persistence;
  await world.services.directory.catchUp(
    world.realmId,
    await commitAll(eventStore, world.realmId, created, state),
  );
});

const groupOf = async (): Promise<number> => {
  const wanted = { name: "mappers", description: "", memberIds: [], subgroupIds: [], permissions: {} };
  return successOf(await createGroup(world.services)(world.owner, wanted)());
};
const change = async (groupId: number, change: { add?: readonly number[]; remove?: readonly number[] }) => {
  const nothing = { add: [], remove: [], addSubgroups: [], removeSubgroups: [] };
  successOf(await updateMembers(world.services)(world.owner, { groupId, ...nothing, ...change })());
  await world.services.jobRunner.runDue(["send_notices"]);
};
/** The recipients of direct messages since a position. */
const notifiedSince = async (position: number): Promise<readonly number[]> => {
  const events = await eventsAfter(world.persistence.eventLog, world.realmId, position, 99_999);
  return events.flatMap(({ event }) =>
    event.type === "message_sent" && event.message.conversation.kind === "direct"
      ? event.message.conversation.participants.filter((id) => people.includes(id))
      : [],
  );
};

test("changing a group repeatedly notifies people only a limited number of times", async () => {
  const groupId = await groupOf();
  const some = people.slice(0, 2);
  const { position } = await world.services.directory.newest(world.realmId);
  for (let round = 0; round < 4; round += 1) {
    await change(groupId, { add: some });
    await change(groupId, { remove: some });
  }
  // The test's share of all tries in this file.
  expect(await notifiedSince(position)).toHaveLength(3 * some.length);
});

test("everyone added to a group is notified once, in several commits if they are many", async () => {
  const groupId = await groupOf();
  const { position } = await world.services.directory.newest(world.realmId);
  const notified = () => notifiedSince(position);
  const update = { groupId, add: people, remove: [], addSubgroups: [], removeSubgroups: [] };
  successOf(await updateMembers(world.services)(world.owner, update)());
  expect((await notified()).length).toBeLessThanOrEqual(50);
  await world.services.jobRunner.runDue(["send_notices"]);
  expect((await notified()).toSorted((a, b) => a - b)).toEqual(people);
});

test("nobody else is notified once the organization is deactivated", async () => {
  const groupId = await groupOf();
  const update = { groupId, add: people, remove: [], addSubgroups: [], removeSubgroups: [] };
  successOf(await updateMembers(world.services)(world.owner, update)());
  const { eventStore } = world.persistence;
  const state = await world.services.directory.newest(world.realmId);
  const position = await commitAll(
    eventStore,
    world.realmId,
    [{ type: "realm_changed", change: { isDeactivated: true } }],
    state,
  );
  await world.services.directory.catchUp(world.realmId, position);
  await world.services.jobRunner.runDue(["send_notices"]);
  expect(await notifiedSince(position)).toEqual([]);
});

type MembersChange = Partial<
  Readonly<Record<"add" | "remove" | "addSubgroups" | "removeSubgroups", readonly number[]>>
>;
const changing = (groupId: number, change: MembersChange) => ({
  groupId,
  add: [],
  remove: [],
  addSubgroups: [],
  removeSubgroups: [],
  ...change,
});
const realm = () =>
  memoryRealm({
    people: { ann: "member", ben: "member", cleo: "member", gina: "guest", robot: { botOf: "ben" } },
    groups: { crew: ["cleo"], inner: [] },
  });

test("one request adds and removes members and subgroups, and notifies the people", async () => {
  const { owner, ben, cleo, robot, crew, inner, eventsOf } = await realm();
  const change = { add: [ben.id, robot.id], remove: [cleo.id], addSubgroups: [inner] };
  const events = await eventsOf(() => owner.does(updateMembers, changing(crew, change)));
  expect(events.slice(0, 3)).toMatchObject([
    { type: "group_members_changed", groupId: crew, op: "add", userIds: [ben.id, robot.id] },
    { type: "group_members_changed", groupId: crew, op: "remove", userIds: [cleo.id] },
    { type: "group_subgroups_changed", groupId: crew, op: "add", subgroupIds: [inner] },
  ]);
  const notices = events.flatMap((event) => (event.type === "message_sent" ? [event.message] : []));
  expect(notices).toMatchObject([
    {
      content: "@_**Olive|1** added you to the group @_*crew*.",
      conversation: { participants: [2, ben.id] },
    },
    {
      content: "@_**Olive|1** removed you from the group @_*crew*.",
      conversation: { participants: [2, cleo.id] },
    },
  ]);
});

test("notifies nobody when more than 250 members change at once", async () => {
  const { owner, ben, crew, append, eventsOf } = await realm();
  const crowd = Array.from({ length: 250 }, (_, index) => aUser({ id: 1000 + index }));
  await append(...crowd.map((user) => ({ type: "user_created", user }) as const));
  const ids = crowd.map(({ id }) => id);
  const sent = async (change: MembersChange) =>
    (await eventsOf(() => owner.does(updateMembers, changing(crew, change)))).filter(
      ({ type }) => type === "message_sent",
    ).length;
  expect(await sent({ add: [ben.id, ...ids] })).toBe(0);
  expect(await sent({ remove: ids })).toBeGreaterThan(0);
});

test.each<[string, MembersChange, string]>([
  [
    "no change",
    {},
    'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
  ],
  ["an unknown user", { add: [999] }, "Invalid user ID: 999"],
  ["the notification bot", { add: [2] }, "Invalid user ID: 2"],
  ["a member who is one already", { add: [13] }, "User 13 is already a member of this group"],
  ["removing somebody who isn't a member", { remove: [11] }, "There is no member '11' in this user group"],
  ["a valid and an invalid change", { remove: [13], add: [999] }, "Invalid user ID: 999"],
])("refuses %s and changes nothing", async (_what, change, message) => {
  const { owner, crew, eventsOf } = await realm();
  const events = await eventsOf(async () =>
    expect(await owner.isRefused(updateMembers, changing(crew, change))).toBe(message),
  );
  expect(events).toEqual([]);
});

test("joining and leaving require fewer permissions than changing others", async () => {
  const { owner, ann, ben, cleo, gina, crew, append } = await realm();
  const refusal = "Insufficient permission";
  expect(await ben.isRefused(updateMembers, changing(crew, { add: [ben.id] }))).toBe(refusal);
  const permissions = { canJoinGroup: systemGroup.members, canLeaveGroup: systemGroup.members };
  await append({ type: "group_changed", groupId: crew, change: { permissions }, isDeactivated: false });
  await ben.does(updateMembers, changing(crew, { add: [ben.id] }));
  expect(await ben.isRefused(updateMembers, changing(crew, { add: [ann.id] }))).toBe(refusal);
  expect(await ben.isRefused(updateMembers, changing(crew, { add: [ben.id, ann.id] }))).toBe(refusal);
  expect(await ben.isRefused(updateMembers, changing(crew, { remove: [cleo.id] }))).toBe(refusal);
  await ben.does(updateMembers, changing(crew, { remove: [ben.id] }));
  expect(await gina.isRefused(updateMembers, changing(crew, { add: [gina.id] }))).toBe(
    "Not allowed for guest users",
  );
  expect(await owner.isRefused(updateMembers, changing(systemGroup.members, { add: [ben.id] }))).toBe(
    refusal,
  );
});
