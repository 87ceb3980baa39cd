import { right } from "fp-ts/Either";
import type { OpenTransaction } from "../../src/application/ports/realm-transactions";
import { eventsAfter, foundRealm } from "../support/foundations";
import { aProcess, join, refuse, send, writeAndThrow } from "../support/lanes";
import { memoryPersistence } from "../support/persistence";

/** The named method of the first transaction fails, and does its work all the same if `after`. */
const failingOnce = (method: "commit" | "rollback", after = false) => {
  let failed = false;
  return (open: OpenTransaction): Partial<OpenTransaction> => {
    if (failed) return {};
    failed = true;
    const fail = async (...args: Parameters<OpenTransaction["commit"]>) => {
      if (after) await (open[method] as OpenTransaction["commit"])(...args);
      else await open.rollback();
      throw new Error("connection lost");
    };
    return { [method]: fail };
  };
};

const begun = async (alter?: (open: OpenTransaction) => Partial<OpenTransaction>) => {
  const persistence = memoryPersistence();
  const { id: realmId } = await foundRealm(persistence.transactions);
  return { ...persistence, ...aProcess(persistence, alter), realmId };
};

const statuses = (outcomes: readonly PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status);

test("a commit that fails rejects what was in it, and the lane goes on", async () => {
  const { inTransaction, realmId, directory, wakeup } = await begun(failingOnce("commit"));
  const outcomes = await Promise.allSettled([
    inTransaction(realmId, send())(),
    inTransaction(realmId, join("lost@x.org"))(),
    inTransaction(realmId, join("next@x.org"))(),
  ]);
  expect(statuses(outcomes)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect([...(await directory.of(realmId)).users.values()].map(({ email }) => email)).toEqual(["next@x.org"]);
  expect(wakeup.announced).toEqual([[realmId, 2]]);
});

test("what a commit did although it seemed to fail is seen by the next work", async () => {
  const { inTransaction, realmId, eventLog } = await begun(failingOnce("commit", true));
  const outcomes = await Promise.allSettled([
    inTransaction(realmId, join("kept@x.org"))(),
    inTransaction(realmId, join("next@x.org"))(),
  ]);
  expect(statuses(outcomes)).toEqual(["rejected", "fulfilled"]);
  expect(outcomes[1]).toMatchObject({ value: right(1) });
  expect((await eventsAfter(eventLog, realmId, 0, 9)).map(({ position }) => position)).toEqual([1, 2, 3]);
});

test("a rollback that fails leaves nobody waiting", async () => {
  const { inTransaction, realmId, messages } = await begun(failingOnce("rollback"));
  const outcomes = await Promise.allSettled(
    [writeAndThrow, send("b"), refuse].map((work) => inTransaction(realmId, work)()),
  );
  expect(outcomes).toMatchObject([
    { reason: new Error("broken") },
    { value: right(1) },
    { status: "fulfilled" },
  ]);
  expect((await messages.byIds(realmId, [1])).map(({ content }) => content)).toEqual(["b"]);
});

test("a lock that can't be taken fails whoever waits for it at once, and nobody later", async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await foundRealm(persistence.transactions);
  const { begin, beginOptimistic, found } = persistence.transactions;
  let tries = 0;
  const downAtFirst =
    (method: typeof begin): typeof begin =>
    async (id) => {
      tries += 1;
      if (tries === 1) throw new Error("no database");
      return method(id);
    };
  const transactions = {
    begin: downAtFirst(begin),
    beginOptimistic: downAtFirst(beginOptimistic),
    found,
  };
  const { inTransaction } = aProcess({ ...persistence, transactions });
  const outcomes = await Promise.allSettled([send(), send()].map((work) => inTransaction(realmId, work)()));
  expect([statuses(outcomes), tries]).toEqual([["rejected", "rejected"], 1]);
  expect(await inTransaction(realmId, send())()).toEqual(right(1));
});

test("work in a realm that isn't there rejects", async () => {
  const { inTransaction, realmId } = await begun();
  await expect(inTransaction(realmId + 1, send())()).rejects.toThrow("There is no realm");
});

test("a log follower that breaks doesn't stop the lane", async () => {
  const { inTransaction, realmId, directory, eventLog } = await begun();
  let broken = true;
  directory.follow(() => {
    if (broken) throw new Error("follower broke");
  });
  await expect(inTransaction(realmId, send())()).rejects.toThrow("follower broke");
  broken = false;
  expect(await inTransaction(realmId, send())()).toEqual(right(2));
  expect(await eventLog.head(realmId)).toBe(3);
});
