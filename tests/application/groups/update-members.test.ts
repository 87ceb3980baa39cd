import { createGroup } from "../../../src/application/groups/create-group";
import { updateMembers } from "../../../src/application/groups/update-members";
import { aUser } from "../../support/builders";
import { commitAll, eventsAfter } from "../../support/foundations";
import { type MemoryApplication, memoryApplication, successOf } from "../../support/memory-application";

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
