import * as E from "fp-ts/Either";
import { PreparedContent } from "../../../src/application/lanes/prepared-content";
import type { CommitSlot, EventStore } from "../../../src/application/ports/events/event-store";
import type { Transaction } from "../../../src/application/transaction";
import { aProcess, join, send } from "../../support/application/lanes";
import { createRealm, eventsAfter } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

/** The first append fails, but still does its work if `after`. */
const failingOnce = (after = false) => {
  let failed = false;
  return (slot: CommitSlot): Partial<CommitSlot> => {
    if (failed) return {};
    failed = true;
    return {
      append: async (commit) => {
        if (after) await slot.append(commit);
        else await slot.release();
        throw new Error("connection lost");
      },
    };
  };
};

const begun = async (alter?: (slot: CommitSlot) => Partial<CommitSlot>) => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  return { ...persistence, ...aProcess(persistence, alter), realmId };
};

const statuses = (outcomes: readonly PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status);

test("a failed commit rejects its work, and the lane continues", async () => {
  const { inTransaction, realmId, directory, wakeup } = await begun(failingOnce());
  const outcomes = await Promise.allSettled([
    inTransaction(realmId, send()),
    inTransaction(realmId, join("lost@x.org")),
    inTransaction(realmId, join("next@x.org")),
  ]);
  expect(statuses(outcomes)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await inTransaction(realmId, join("next@x.org"))).toEqual(E.right(0));
  expect([...(await directory.stateOf(realmId)).users.values()].map(({ email }) => email)).toEqual([
    "next@x.org",
  ]);
  expect(wakeup.announced).toEqual([[realmId, 2]]);
});

test("the next work sees the effects of a commit that only seemed to fail", async () => {
  const { inTransaction, realmId, eventLog } = await begun(failingOnce(true));
  await expect(inTransaction(realmId, join("kept@x.org"))).rejects.toThrow("connection lost");
  expect(await inTransaction(realmId, join("next@x.org"))).toEqual(E.right(1));
  expect((await eventsAfter(eventLog, realmId, 0, 9)).map(({ position }) => position)).toEqual([1, 2, 3]);
});

test("a failure to take the lock fails the waiting work at once, and no later work", async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  let tries = 0;
  const eventStore: EventStore = {
    ...persistence.eventStore,
    begin: async (...given) => {
      tries += 1;
      if (tries === 1) throw new Error("no database");
      return persistence.eventStore.begin(...given);
    },
  };
  const { inTransaction } = aProcess({ ...persistence, eventStore });
  const outcomes = await Promise.allSettled([send(), send()].map((work) => inTransaction(realmId, work)));
  expect([statuses(outcomes), tries]).toEqual([["rejected", "rejected"], 1]);
  expect(await inTransaction(realmId, send())).toEqual(E.right(1));
});

test("work in a realm that doesn't exist rejects", async () => {
  const { inTransaction, realmId } = await begun();
  await expect(inTransaction(realmId + 1, send())).rejects.toThrow("There is no realm");
});

test("a failing log follower harms neither the change nor the lane", async () => {
  const { inTransaction, realmId, directory, errors } = await begun();
  await directory.stateOf(realmId);
  directory.follow({
    follow: () => {
      throw new Error("follower broke");
    },
  });
  expect(await inTransaction(realmId, send())).toEqual(E.right(1));
  expect(await inTransaction(realmId, send())).toEqual(E.right(2));
  expect(errors).toEqual([new Error("follower broke"), new Error("follower broke")]);
});

test("work whose data changes while it reads runs again, after the work that it waited for", async () => {
  let moved = false;
  const { inTransaction, realmId, counts } = await begun((slot) => {
    if (moved) return {};
    moved = true;
    return {
      append: async () => {
        await slot.release();
        return E.left({ kind: "moved" });
      },
    };
  });
  const read = async (tx: Transaction) =>
    E.right((await tx.messages.byIds(realmId, [1, 2])).map(({ content }) => content));
  const outcomes = await Promise.all([
    inTransaction(realmId, send("a")),
    inTransaction(realmId, read),
    inTransaction(realmId, send("b")),
  ]);
  expect(outcomes).toEqual([E.right(1), E.right(["a"]), E.right(2)]);
  expect(counts.committed).toBeGreaterThanOrEqual(2);
});

test("work that read before another process's commit and after it runs again, even if it writes nothing", async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  const other = aProcess(persistence);
  let interfered = false;
  const { inTransaction } = aProcess(persistence, (slot) => ({
    append: async (commit) => {
      const appended = await slot.append(commit);
      if (!interfered) {
        interfered = true;
        await other.inTransaction(realmId, async (tx) => {
          await join("other@x.org")(tx);
          return send("by the other")(tx);
        });
      }
      return appended;
    },
  }));
  const read = async (tx: Transaction) => {
    const people = tx.state.users.size;
    return E.right([people, (await tx.messages.byIds(realmId, [1, 2])).length]);
  };
  const outcomes = await Promise.all([inTransaction(realmId, send("a")), inTransaction(realmId, read)]);
  expect(outcomes).toEqual([E.right(1), E.right([1, 2])]);
});

test("work continues from the log's end after the log has lost events that this process knew", async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  let begun = 0;
  const { inTransaction, directory } = aProcess(persistence, () => {
    begun += 1;
    if (begun > 5) throw new Error("It begins for ever");
    return {};
  });
  for (const content of ["kept", "lost"]) await inTransaction(realmId, send(content));
  await persistence.loseAfter(realmId, 2);
  expect(await inTransaction(realmId, join("next@x.org"))).toEqual(E.right(0));
  expect((await eventsAfter(persistence.eventLog, realmId, 1, 9)).map(({ event }) => event.type)).toEqual([
    "message_sent",
    "user_created",
  ]);
  expect(directory.positionOf(realmId)).toBe(3);
});

test("a failing announcement harms neither the change nor the lane", async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  const errors: unknown[] = [];
  const { inTransaction, wakeup } = aProcess({ ...persistence, onError: (error) => errors.push(error) });
  wakeup.announce = () => {
    throw new Error("no bus");
  };
  expect(await inTransaction(realmId, send())).toEqual(E.right(1));
  expect(await inTransaction(realmId, send())).toEqual(E.right(2));
  expect(errors).toEqual([new Error("no bus"), new Error("no bus")]);
});

test.each<[string, (process: ReturnType<typeof aProcess>) => jest.SpyInstance]>([
  ["ending polls of ended sessions", ({ wakeup }) => jest.spyOn(wakeup, "signal")],
  ["ringing for its jobs", ({ rings }) => jest.spyOn(rings, "push")],
  ["measuring it", ({ metrics }) => jest.spyOn(metrics, "observe")],
])("whoever waits for a commit gets its outcome although %s fails", async (_what, failing) => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  const errors: unknown[] = [];
  const changed = aProcess({ ...persistence, onError: (error) => errors.push(error) });
  const { inTransaction, wakeup } = changed;
  failing(changed).mockImplementation(() => {
    throw new Error("broken");
  });
  const work = async (tx: Transaction) => {
    tx.endSessions(1);
    return join("a@x.org")(tx);
  };
  expect(await Promise.all([inTransaction(realmId, work), inTransaction(realmId, join("b@x.org"))])).toEqual([
    E.right(0),
    E.right(1),
  ]);
  expect(errors).toEqual([new Error("broken")]);
  expect(wakeup.announced.length).toBe(1);
});

test("work that gets over a failed read still waits for a commit, and runs again after one that others overtook", async () => {
  let moved = false;
  const { inTransaction, realmId } = await begun((slot) => {
    if (moved) return {};
    moved = true;
    return {
      append: async () => {
        await slot.release();
        return E.left({ kind: "moved" });
      },
    };
  });
  const read = async (tx: Transaction) =>
    E.right(
      await tx.messages.byIds(realmId, [1]).then(
        (found) => found.length,
        () => "failed",
      ),
    );
  expect(await Promise.all([inTransaction(realmId, send()), inTransaction(realmId, read)])).toEqual([
    E.right(1),
    E.right(1),
  ]);
});

test("a bug of the lane leaves nobody waiting, and the realm to others", async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  const errors: unknown[] = [];
  const { inTransaction, counts } = aProcess({ ...persistence, onError: (error) => errors.push(error) });
  jest.spyOn(PreparedContent.prototype, "beginRun").mockImplementationOnce(() => {
    throw new Error("bug");
  });
  const outcomes = await Promise.allSettled([inTransaction(realmId, send()), inTransaction(realmId, send())]);
  expect(statuses(outcomes)).toEqual(["rejected", "rejected"]);
  expect(await inTransaction(realmId, send())).toEqual(E.right(1));
  expect([counts.committed, errors]).toEqual([1, [new Error("bug")]]);
});
