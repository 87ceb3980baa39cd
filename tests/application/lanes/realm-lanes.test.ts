import * as E from "fp-ts/Either";
import type { Transaction } from "../../../src/application/transaction";
import {
  aProcess,
  join,
  refuse,
  refused,
  refusedLate,
  send,
  writeAndRefuse,
  writeAndThrow,
} from "../../support/application/lanes";
import { aMessage } from "../../support/builders/entities";
import { createRealm, eventsAfter } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

const begun = async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  const logged = async () =>
    (await eventsAfter(persistence.eventLog, realmId, 1, 1000)).map(({ position, event }) => [
      position,
      event.type,
    ]);
  const contents = async () =>
    (await persistence.messages.byIds(realmId, [1, 2, 3, 4, 5, 6, 7, 8, 9])).map(({ content }) => content);
  return { ...persistence, ...aProcess(persistence), persistence, realmId, logged, contents };
};

test("work that arrives together runs in order and is committed together", async () => {
  const { inTransaction, realmId, counts, contents } = await begun();
  const outcomes = await Promise.all(["a", "b", "c"].map((text) => inTransaction(realmId, send(text))));
  expect(outcomes).toEqual([E.right(1), E.right(2), E.right(3)]);
  expect(await contents()).toEqual(["a", "b", "c"]);
  expect(counts.committed).toBe(1);
});

test("a gauge says how many changes wait", async () => {
  const { inTransaction, realmId, metrics } = await begun();
  const depth = () => metrics.read("lane_waiting", {});
  for (const name of ["commit_conflicts_total", "commit_events"] as const)
    expect(metrics.isStarted(name, {})).toBe(true);
  let seen: number | undefined;
  const all = [1, 2, 3].map((number) =>
    inTransaction(realmId, async (tx) => {
      if (number === 1) seen = depth();
      return send()(tx);
    }),
  );
  await Promise.all(all);
  expect([seen, depth()]).toEqual([2, 0]);
});

test("work that arrives meanwhile waits for the next commit", async () => {
  const { inTransaction, realmId, counts, contents } = await begun();
  let later: Promise<unknown> = Promise.resolve();
  await inTransaction(realmId, async (tx) => {
    later = Promise.all(["b", "c"].map((text) => inTransaction(realmId, send(text))));
    return send("a")(tx);
  });
  await later;
  expect(await contents()).toEqual(["a", "b", "c"]);
  expect(counts.committed).toBeLessThanOrEqual(2);
});

test("a commit takes at most 128 pieces of work", async () => {
  const { inTransaction, realmId, counts } = await begun();
  const all = await Promise.all(Array.from({ length: 129 }, () => inTransaction(realmId, send())));
  expect(all.at(-1)).toEqual(E.right(129));
  expect(counts.committed).toBe(2);
});

test("work runs when its turn comes, with the clock's time at that moment", async () => {
  const { inTransaction, realmId, clock, counts } = await begun();
  const work = inTransaction(realmId, async (tx) => E.right(tx.now));
  expect(counts.begun).toBe(0);
  expect(await work).toEqual(E.right(clock.now()));
});

test("work that refuses before it writes costs the others nothing", async () => {
  const { inTransaction, realmId, counts } = await begun();
  const outcomes = await Promise.all([send(), refuse, send()].map((work) => inTransaction(realmId, work)));
  expect(outcomes).toEqual([E.right(1), E.left(refused), E.right(2)]);
  expect(counts).toEqual({ begun: 1, committed: 1 });
});

test("work that refuses after it wrote undoes only itself", async () => {
  const { inTransaction, realmId, contents, logged } = await begun();
  const outcomes = await Promise.all(
    [send("a"), writeAndRefuse, send("c")].map((work) => inTransaction(realmId, work)),
  );
  expect(outcomes).toEqual([E.right(1), E.left(refusedLate), E.right(2)]);
  expect(await contents()).toEqual(["a", "c"]);
  expect((await logged()).map(([position]) => position)).toEqual([2, 3]);
});

test("a password set by work that then refuses isn't stored", async () => {
  const { inTransaction, realmId, credentials } = await begun();
  const outcome = await inTransaction(realmId, async (tx) => {
    tx.setPasswordHash(1, "secret");
    return E.left(refusedLate);
  });
  expect(outcome).toEqual(E.left(refusedLate));
  expect(await credentials.passwordHash(realmId, 1)).toBeUndefined();
});

test("work that throws rejects and undoes only itself", async () => {
  const { inTransaction, realmId, contents } = await begun();
  const outcomes = await Promise.allSettled(
    [send("a"), writeAndThrow, send("c")].map((work) => inTransaction(realmId, work)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(outcomes[1]).toMatchObject({ reason: new Error("broken") });
  expect(await contents()).toEqual(["a", "c"]);
});

test("rows that storage refuses fail only the work that wrote them", async () => {
  const { inTransaction, realmId, directory, contents } = await begun();
  await inTransaction(realmId, join("taken@example.com"));
  const clash = async (tx: Transaction) => {
    await send("never")(tx);
    return join("taken@example.com")(tx);
  };
  const outcomes = await Promise.allSettled(
    [send("a"), clash, send("c"), join("free@example.com")].map((work) => inTransaction(realmId, work)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(await contents()).toEqual(["a", "c"]);
  expect([...(await directory.stateOf(realmId)).users.values()].map(({ id, email }) => [id, email])).toEqual([
    [1, "taken@example.com"],
    [2, "free@example.com"],
  ]);
});

test("rows refused while later work reads fail the writer and not the reader", async () => {
  const { inTransaction, realmId } = await begun();
  await inTransaction(realmId, send("first"));
  const repeat = async (tx: Transaction) => {
    tx.append({
      type: "message_sent",
      message: aMessage({ id: 1 }),
      beginsConversation: false,
      flagsByUser: {},
    });
    return E.right(undefined);
  };
  const read = async (tx: Transaction) => E.right((await tx.messages.byIds(realmId, [1, 2, 3])).length);
  const outcomes = await Promise.allSettled([
    inTransaction(realmId, send("second")),
    inTransaction(realmId, repeat),
    inTransaction(realmId, read),
    inTransaction(realmId, send("third")),
  ]);
  expect(outcomes).toMatchObject([
    { value: E.right(2) },
    { reason: new Error("Duplicate message: 1") },
    { value: E.right(2) },
    { value: E.right(3) },
  ]);
});

test("earlier work is committed before a read that would miss it, and only then", async () => {
  const { inTransaction, realmId, counts } = await begun();
  const [sent, found] = await Promise.all([
    inTransaction(realmId, send("a")),
    inTransaction(realmId, async (tx) => E.right((await tx.messages.byIds(realmId, [1])).length)),
  ]);
  expect([sent, found]).toEqual([E.right(1), E.right(1)]);
  expect(counts.committed).toBe(2);
  await Promise.all([
    inTransaction(realmId, send("b")),
    inTransaction(realmId, async (tx) => E.right(await tx.userData.drafts(realmId, 1))),
    inTransaction(realmId, async (tx) => E.right(await tx.messages.byIds(realmId, [1]))),
    inTransaction(realmId, send("c")),
  ]);
  expect(counts.committed).toBe(3);
});

test("concurrent reads all see the earlier work", async () => {
  const { inTransaction, realmId } = await begun();
  const readThrice = async (tx: Transaction) =>
    E.right(await Promise.all([1, 2, 3].map(async () => (await tx.messages.byIds(realmId, [1])).length)));
  const outcomes = await Promise.all([inTransaction(realmId, send("a")), inTransaction(realmId, readThrice)]);
  expect(outcomes[1]).toEqual(E.right([1, 1, 1]));
});

test("work reads the realm as it was at its start, without its own changes", async () => {
  const { inTransaction, realmId, contents } = await begun();
  const readOwn = async (tx: Transaction) => {
    await send("mine")(tx);
    await join("a@x.org")(tx);
    return E.right([(await tx.messages.byIds(realmId, [1])).length, tx.state.users.size]);
  };
  expect(await inTransaction(realmId, readOwn)).toEqual(E.right([0, 0]));
  expect(await contents()).toEqual(["mine"]);
});

test("the next work sees a change of the realm, in the same commit", async () => {
  const { inTransaction, realmId, counts } = await begun();
  const outcomes = await Promise.all(
    ["a@x.org", "b@x.org", "c@x.org"].map((email) => inTransaction(realmId, join(email))),
  );
  expect(outcomes).toEqual([E.right(0), E.right(1), E.right(2)]);
  expect(counts.committed).toBe(1);
});

test("the directory has a change before its author gets the answer, and others are woken after the commit", async () => {
  const { inTransaction, realmId, directory, wakeup } = await begun();
  await inTransaction(realmId, join("a@x.org"));
  await inTransaction(realmId, refuse);
  expect((await directory.stateOf(realmId)).userByEmail("A@x.org")?.id).toBe(1);
  expect(wakeup.announced).toEqual([[realmId, 2]]);
});

test("two processes on one storage see each other's changes in one order", async () => {
  const { persistence, realmId, logged } = await begun();
  const [one, other] = [aProcess(persistence), aProcess(persistence)];
  await one.inTransaction(realmId, join("first@x.org"));
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const { inTransaction } = index % 2 === 0 ? one : other;
      return index % 5 === 0
        ? inTransaction(realmId, join(`${index}@x.org`))
        : inTransaction(realmId, send(`${index}`));
    }),
  );
  expect(outcomes.every(({ _tag }) => _tag === "Right")).toBe(true);
  expect((await logged()).map(([position]) => position)).toEqual(
    Array.from({ length: 21 }, (_, index) => index + 2),
  );
  const seen = await other.inTransaction(realmId, async (tx) => E.right([...tx.state.users.keys()]));
  expect(seen).toEqual(E.right([1, 2, 3, 4, 5]));
  expect((await persistence.messages.byIds(realmId, [16, 17])).map(({ id }) => id)).toEqual([16]);
});

test("work of one realm never runs beside other work", async () => {
  const { inTransaction, realmId, counts } = await begun();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const ran: string[] = [];
  const first = inTransaction(realmId, async () => {
    ran.push("first begins");
    await held;
    ran.push("first ends");
    return E.right(undefined);
  });
  while (ran.length === 0) await new Promise((next) => setImmediate(next));
  const second = inTransaction(realmId, async () => E.right(ran.push("second")));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
  expect([ran, counts.begun]).toEqual([["first begins"], 1]);
  letGo();
  await Promise.all([first, second]);
  expect(ran).toEqual(["first begins", "first ends", "second"]);
});

test("realms don't wait for each other", async () => {
  const { persistence, inTransaction, realmId } = await begun();
  const other = await createRealm(persistence.eventStore);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const slow = inTransaction(realmId, async () => E.right(await held));
  expect(await inTransaction(other.id, send())).toEqual(E.right(1));
  letGo();
  expect(await slow).toEqual(E.right(undefined));
});
