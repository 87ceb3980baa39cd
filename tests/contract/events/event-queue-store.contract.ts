import type { EventQueue } from "../../../src/domain/queues/event-queue";
import { aMoment } from "../../support/application/fakes";
import { aQueue, aUser } from "../../support/builders/entities";
import { addQueue } from "../../support/storage/add-queue";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const eventQueueStoreContract = (open: OpenPersistence): void => {
  const withQueues = async (...queues: readonly EventQueue[]) => {
    const { eventStore, queueStore } = open();
    const { id } = await createRealm(eventStore);
    for (const queue of queues) await addQueue(queueStore, id, queue);
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
  ])("finds %s as it was added", async (_, queue) => {
    const { queueStore, realmId } = await withQueues(queue);
    expect(await queueStore.find(realmId, queue.id)).toEqual(queue);
  });

  test("finds a queue only in its realm and under its id, until it is removed", async () => {
    const { queueStore, realmId } = await withQueues(aQueue());
    const other = await withQueues();
    expect(await queueStore.find(realmId, "another")).toBeUndefined();
    expect(await other.queueStore.find(other.realmId, "queue-1")).toBeUndefined();
    await queueStore.remove(other.realmId, "queue-1");
    expect(await queueStore.find(realmId, "queue-1")).toEqual(aQueue());
    await queueStore.remove(realmId, "queue-1");
    expect(await queueStore.find(realmId, "queue-1")).toBeUndefined();
  });

  test("refuses a second queue with the same id", async () => {
    const { queueStore, realmId } = await withQueues(aQueue());
    await expect(addQueue(queueStore, realmId, aQueue({ userId: 2 }))).rejects.toThrow();
    expect((await queueStore.find(realmId, "queue-1"))?.userId).toBe(1);
  });

  test("over the limit per user, a new queue removes those that were polled longest ago", async () => {
    const { queueStore, realmId } = await withQueues(
      aQueue({ id: "a", lastSeenAt: aMoment }),
      aQueue({ id: "c", lastSeenAt: aMoment + 1 }),
      aQueue({ id: "d", lastSeenAt: aMoment - 1, userId: 2 }),
    );
    const added = (id: string, count: number) =>
      queueStore.add(realmId, aQueue({ id, lastSeenAt: aMoment + 2 }), [1], { count, narrowBytes: 0 });
    expect(await added("b", 3)).toEqual([]);
    expect([...(await added("e", 2))].sort()).toEqual(["a", "c"]);
    expect(await queueStore.find(realmId, "a")).toBeUndefined();
    for (const id of ["b", "d", "e"]) expect(await queueStore.find(realmId, id)).toBeDefined();
  });

  test("when the narrows of some users are too long together, removes those that were polled longest ago", async () => {
    const narrowed = (id: string, lastSeenAt: number, userId: number) =>
      aQueue({
        id,
        userId,
        lastSeenAt,
        // 1,000 letters of two bytes.
        narrow: [{ operator: "topic", topic: "é".repeat(1000), negated: false }],
      });
    const { queueStore, realmId } = await withQueues(
      aQueue({ id: "plain", lastSeenAt: aMoment - 9 }),
      narrowed("a", aMoment, 1),
      narrowed("b", aMoment + 2, 1),
      narrowed("c", aMoment + 1, 2),
      narrowed("d", aMoment - 1, 3),
    );
    let more = 0;
    const beyond = (narrowBytes: number) => {
      more += 1;
      const plain = aQueue({ id: `more ${more}`, lastSeenAt: aMoment + 9 });
      return queueStore.add(realmId, plain, [1, 2], { count: 9, narrowBytes });
    };
    expect(await beyond(6300)).toEqual([]);
    expect(await beyond(6000)).toEqual(["a"]);
    expect(await beyond(2100)).toEqual(["c"]);
    for (const id of ["plain", "b", "d", "more 3"]) expect(await queueStore.find(realmId, id)).toBeDefined();
  });

  test("queues that are added at once are all there, one that is refused spoils no other, and each user's limit holds", async () => {
    const { queueStore, realmId } = await withQueues(aQueue({ id: "first", lastSeenAt: aMoment - 1 }));
    const other = await withQueues();
    const add = (id: string, userId: number, count: number) =>
      queueStore.add(realmId, aQueue({ id, userId }), [userId], { count, narrowBytes: 0 });
    const added = await Promise.allSettled([
      add("a", 1, 2),
      add("first", 1, 2),
      add("b", 1, 2),
      add("c", 2, 2),
      other.queueStore.add(other.realmId, aQueue({ id: "a" }), [1], { count: 1, narrowBytes: 0 }),
    ]);
    expect(added.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
    expect(added.flatMap((one) => (one.status === "fulfilled" ? one.value : []))).toEqual(["first"]);
    for (const id of ["a", "b", "c"]) expect(await queueStore.find(realmId, id)).toBeDefined();
    expect(await queueStore.find(realmId, "first")).toBeUndefined();
    expect(await other.queueStore.find(other.realmId, "a")).toBeDefined();
  });

  test("touching moves queues of any realm forward, never back", async () => {
    const { queueStore, realmId } = await withQueues(
      aQueue({ id: "a", acknowledged: 5, lastSeenAt: aMoment }),
      aQueue({ id: "b", acknowledged: 5, lastSeenAt: aMoment }),
    );
    expect(await queueStore.touch([])).toEqual([]);
    const other = await withQueues(aQueue({ id: "a" }));
    const heard = { heardRunOf: 0, heardWebBuild: null };
    const gone = await queueStore.touch([
      { realmId, id: "a", acknowledged: 9, lastSeenAt: aMoment - 1, ...heard },
      { realmId: other.realmId, id: "a", acknowledged: 3, lastSeenAt: aMoment + 2, ...heard },
      { realmId, id: "b", acknowledged: 4, lastSeenAt: aMoment + 1, ...heard },
      { realmId, id: "gone", acknowledged: 1, lastSeenAt: 1, ...heard },
    ]);
    expect(gone).toMatchObject([{ realmId, id: "gone" }]);
    expect(await queueStore.find(other.realmId, "a")).toMatchObject({
      acknowledged: 3,
      lastSeenAt: aMoment + 2,
    });
    expect(await queueStore.find(realmId, "a")).toMatchObject({ acknowledged: 9, lastSeenAt: aMoment });
    expect(await queueStore.find(realmId, "b")).toMatchObject({ acknowledged: 5, lastSeenAt: aMoment + 1 });
    expect(await queueStore.find(realmId, "gone")).toBeUndefined();
  });

  test("stores the newest server start that a client was notified of, with its web build", async () => {
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

  test("removes and names queues past their idle timeout, across realms, a limited number at a time", async () => {
    const one = await withQueues(
      aQueue({ id: "short", idleTimeoutSeconds: 10 }),
      aQueue({ id: "long", idleTimeoutSeconds: 604_800 }),
    );
    const { queueStore, realmId } = await withQueues(aQueue({ id: "shorter", idleTimeoutSeconds: 9 }));
    expect(await queueStore.removeIdle(aMoment + 9000, 9)).toEqual([]);
    expect(await queueStore.removeIdle(aMoment + 10_001, 1)).toEqual([{ realmId, id: "shorter" }]);
    expect(await queueStore.removeIdle(aMoment + 10_001, 9)).toEqual([{ realmId: one.realmId, id: "short" }]);
    expect(await queueStore.find(one.realmId, "short")).toBeUndefined();
    expect(await queueStore.find(realmId, "shorter")).toBeUndefined();
    expect(await queueStore.find(one.realmId, "long")).toBeDefined();
  });

  test("a user's queues end with the account", async () => {
    const { eventStore, queueStore } = open();
    const { id } = await createRealm(eventStore, [
      { type: "user_created", user: aUser({ id: 1 }) },
      { type: "user_created", user: aUser({ id: 2 }) },
    ]);
    for (const [queueId, userId] of [
      ["own", 1],
      ["second", 1],
      ["other", 2],
    ] as const)
      await addQueue(queueStore, id, aQueue({ id: queueId, userId }));
    await commitAll(eventStore, id, [{ type: "user_deactivated", userId: 1, firstMessageId: 1 }]);
    expect(await queueStore.find(id, "own")).toBeUndefined();
    expect(await queueStore.find(id, "second")).toBeUndefined();
    expect(await queueStore.find(id, "other")).toMatchObject({ userId: 2 });
  });
};
