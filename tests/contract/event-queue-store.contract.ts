import type { EventQueue } from "../../src/domain/event-queue";
import { aQueue, aUser } from "../support/builders";
import { aMoment } from "../support/fakes";
import { commitAll, foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

export const eventQueueStoreContract = (open: OpenPersistence): void => {
  const withQueues = async (...queues: readonly EventQueue[]) => {
    const { eventStore, queueStore } = open();
    const { id } = await foundRealm(eventStore);
    for (const queue of queues) await queueStore.add(id, queue);
    return { queueStore, realmId: id };
  };

  test.each([
    ["a plain queue", aQueue()],
    [
      "a queue with everything",
      aQueue({
        categories: ["message", "realm"],
        narrow: [
          { operator: "channel", channelId: 3, negated: false },
          { operator: "topic", topic: "l'été ?", negated: true },
          { operator: "dm", participants: [1, 2], negated: false },
        ],
        allPublicChannels: true,
        presentation: { applyMarkdown: true, nested: { a: [1, "two", null] } },
        startsAfter: 2 ** 39,
        acknowledged: 2 ** 40,
      }),
    ],
  ])("%s is found as it was added", async (_, queue) => {
    const { queueStore, realmId } = await withQueues(queue);
    expect(await queueStore.find(realmId, queue.id)).toEqual(queue);
  });

  test("a queue is found in its own realm only, under its own id, until it is removed", async () => {
    const { queueStore, realmId } = await withQueues(aQueue());
    const other = await withQueues();
    expect(await queueStore.find(realmId, "another")).toBeUndefined();
    expect(await other.queueStore.find(other.realmId, "queue-1")).toBeUndefined();
    await queueStore.remove(other.realmId, "queue-1");
    expect(await queueStore.find(realmId, "queue-1")).toEqual(aQueue());
    await queueStore.remove(realmId, "queue-1");
    expect(await queueStore.find(realmId, "queue-1")).toBeUndefined();
  });

  test("a second queue of one id is refused", async () => {
    const { queueStore, realmId } = await withQueues(aQueue());
    await expect(queueStore.add(realmId, aQueue({ userId: 2 }))).rejects.toThrow();
    expect((await queueStore.find(realmId, "queue-1"))?.userId).toBe(1);
  });

  test("touching takes queues of any realm forward and never back", async () => {
    const { queueStore, realmId } = await withQueues(
      aQueue({ id: "a", acknowledged: 5, lastSeenAt: aMoment }),
      aQueue({ id: "b", acknowledged: 5, lastSeenAt: aMoment }),
    );
    await queueStore.touch([]);
    const other = await withQueues(aQueue({ id: "a" }));
    const heard = { heardRunOf: 0, heardWebBuild: null };
    await queueStore.touch([
      { realmId, id: "a", acknowledged: 9, lastSeenAt: aMoment - 1, ...heard },
      { realmId: other.realmId, id: "a", acknowledged: 3, lastSeenAt: aMoment + 2, ...heard },
      { realmId, id: "b", acknowledged: 4, lastSeenAt: aMoment + 1, ...heard },
      { realmId, id: "gone", acknowledged: 1, lastSeenAt: 1, ...heard },
    ]);
    expect(await queueStore.find(other.realmId, "a")).toMatchObject({
      acknowledged: 3,
      lastSeenAt: aMoment + 2,
    });
    expect(await queueStore.find(realmId, "a")).toMatchObject({ acknowledged: 9, lastSeenAt: aMoment });
    expect(await queueStore.find(realmId, "b")).toMatchObject({ acknowledged: 5, lastSeenAt: aMoment + 1 });
    expect(await queueStore.find(realmId, "gone")).toBeUndefined();
  });

  test("the newest start of the server that a client heard from is kept, with its web client", async () => {
    const { queueStore, realmId } = await withQueues(
      aQueue({ id: "old", heardRunOf: null }),
      aQueue({ id: "new", heardRunOf: 20, heardWebBuild: "second" }),
    );
    const seen = { realmId, acknowledged: 0, lastSeenAt: aMoment, heardRunOf: 10, heardWebBuild: "first" };
    await queueStore.touch([
      { ...seen, id: "old" },
      { ...seen, id: "new" },
    ]);
    expect(await queueStore.find(realmId, "old")).toMatchObject({ heardRunOf: 10, heardWebBuild: "first" });
    expect(await queueStore.find(realmId, "new")).toMatchObject({ heardRunOf: 20, heardWebBuild: "second" });
  });

  test("queues that nobody asked for within their time are dropped and named, in all realms, so many at a time", async () => {
    const one = await withQueues(
      aQueue({ id: "short", idleTimeoutSeconds: 10 }),
      aQueue({ id: "long", idleTimeoutSeconds: 604_800 }),
    );
    const { queueStore, realmId } = await withQueues(aQueue({ id: "shorter", idleTimeoutSeconds: 9 }));
    expect(await queueStore.removeIdle(aMoment + 9000, 9)).toEqual([]);
    expect(await queueStore.removeIdle(aMoment + 10_001, 1)).toEqual(["shorter"]);
    expect(await queueStore.removeIdle(aMoment + 10_001, 9)).toEqual(["short"]);
    expect(await queueStore.find(one.realmId, "short")).toBeUndefined();
    expect(await queueStore.find(realmId, "shorter")).toBeUndefined();
    expect(await queueStore.find(one.realmId, "long")).toBeDefined();
  });

  test("queues end with the account of their user", async () => {
    const { eventStore, queueStore } = open();
    const { id } = await foundRealm(eventStore, [
      { type: "user_created", user: aUser({ id: 1 }) },
      { type: "user_created", user: aUser({ id: 2 }) },
    ]);
    for (const [queueId, userId] of [
      ["own", 1],
      ["second", 1],
      ["other", 2],
    ] as const)
      await queueStore.add(id, aQueue({ id: queueId, userId }));
    await commitAll(eventStore, id, [{ type: "user_deactivated", userId: 1, firstMessageId: 1 }]);
    expect(await queueStore.find(id, "own")).toBeUndefined();
    expect(await queueStore.find(id, "second")).toBeUndefined();
    expect(await queueStore.find(id, "other")).toMatchObject({ userId: 2 });
  });
};
