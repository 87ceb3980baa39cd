import type { Caller } from "../../../../src/application/caller";
import { joiningInBatches } from "../../../../src/application/channels/shared/join-channels";
import { subscribe } from "../../../../src/application/channels/subscribe";
import { sendMessage } from "../../../../src/application/messages/send-message";
import { channelLimits } from "../../../../src/domain/channels/channel";
import { joining, memoryApplication, successOf } from "../../../support/application/memory-application";
import fc from "../../../support/random/fast-check";
import { eventsAfter } from "../../../support/storage/commits";

/** Each user's together. */
const someJoining = fc
  .uniqueArray(fc.record({ userId: fc.nat(6), channelId: fc.nat(8), color: fc.constant(undefined) }), {
    selector: ({ userId, channelId }) => `${userId} ${channelId}`,
    maxLength: 40,
  })
  .map((joining) => joining.toSorted((a, b) => a.userId - b.userId));

test("the batches cover every subscription in order, and none exceeds the maximum", () => {
  fc.assert(
    fc.property(someJoining, fc.integer({ min: 1, max: 12 }), (wanted, most) => {
      const batches = joiningInBatches(wanted, most);
      expect(batches.flat()).toEqual(wanted);
      for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(most);
    }),
  );
});

test("a batch of several users has all the channels each of them joins", () => {
  fc.assert(
    fc.property(someJoining, fc.integer({ min: 1, max: 12 }), (wanted, most) => {
      for (const batch of joiningInBatches(wanted, most)) {
        const people = new Set(batch.map(({ userId }) => userId));
        if (people.size < 2) continue;
        expect(batch).toHaveLength(wanted.filter(({ userId }) => people.has(userId)).length);
      }
    }),
  );
});

test("messages can be sent while many users are being subscribed", async () => {
  const world = await memoryApplication();
  const people: Caller[] = [];
  const count = channelLimits.subscriptionsPerCommit + 1;
  for (let index = 0; index < count; index += 1) people.push(await world.newMember(`Person ${index}`));
  const since = await world.persistence.eventLog.head(world.realmId);
  const all = people.map(({ userId }) => userId);
  let isOver = false;
  const send = async () => {
    while (!isOver)
      await sendMessage(world.services)(world.owner, {
        to: { kind: "direct", recipients: [world.owner.userId] },
        content: "meanwhile",
        readBySender: true,
      })();
  };
  const sending = send();
  const joined = successOf(
    await subscribe(world.services)(world.owner, joining("everyone", { principals: all }))(),
  );
  isOver = true;
  await sending;
  expect([...joined.subscribed.keys()].sort()).toEqual([...all].sort());
  const state = await world.services.directory.newest(world.realmId);
  expect(state.subscribers(state.channelByName("everyone")?.id ?? 0).size).toBe(count);
  const types = (await eventsAfter(world.persistence.eventLog, world.realmId, since, 999)).map(
    ({ event }) => event.type,
  );
  expect(types.filter((type) => type === "subscribed")).toHaveLength(2);
  const between = types.slice(types.indexOf("subscribed"), types.lastIndexOf("subscribed"));
  expect(between).toContain("message_sent");
});
