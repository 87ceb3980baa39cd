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

test("everybody who is added to a group hears of it once, however many they are, but not in one commit", async () => {
  const wanted = { name: "mappers", description: "", memberIds: [], subgroupIds: [], permissions: {} };
  const groupId = successOf(await createGroup(world.services)(world.owner, wanted)());
  const { position } = await world.services.directory.newest(world.realmId);
  const told = async () => {
    const events = await eventsAfter(world.persistence.eventLog, world.realmId, position, 9999);
    return events.flatMap(({ event }) =>
      event.type === "message_sent" && event.message.conversation.kind === "direct"
        ? event.message.conversation.participants.filter((id) => people.includes(id))
        : [],
    );
  };
  const update = { groupId, add: people, remove: [], addSubgroups: [], removeSubgroups: [] };
  successOf(await updateMembers(world.services)(world.owner, update)());
  expect((await told()).length).toBeLessThanOrEqual(50);
  await world.services.jobRunner.runDue(["send_notices"]);
  expect((await told()).sort((a, b) => a - b)).toEqual(people);
});
