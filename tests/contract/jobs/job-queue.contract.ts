import * as t from "io-ts";
import { done, type JobHandler, runnable } from "../../../src/application/jobs/job-handler";
import type { JobOrder } from "../../../src/domain/jobs/job";
import {
  aJob,
  anything,
  aRunner,
  claimIn,
  clearJobs,
  enqueueAll,
  namesOf,
  until,
  upTo,
} from "../../support/application/jobs";
import { aMessageSent } from "../../support/builders/entities";
import { commitAll, commitOf, createRealm } from "../../support/storage/commits";
import type { OpenPersistence, Persistence } from "../../support/storage/persistence";

export const jobQueueContract = (open: OpenPersistence): void => {
  let persistence: Persistence;
  let realmId: number;
  beforeEach(async () => {
    persistence = open();
    await clearJobs(persistence);
    realmId = (await createRealm(persistence.eventStore)).id;
  });
  afterEach(() => clearJobs(persistence));

  const enqueue = (...orders: readonly JobOrder[]) => enqueueAll(persistence, realmId, ...orders);
  const claim = (now: number, more: Parameters<typeof claimIn>[3] = {}) =>
    claimIn(persistence, [realmId], now, more);
  const theOne = async (now: number) => {
    const [job, ...others] = await claim(now);
    if (job === undefined || others.length > 0) throw new Error("One job was to be due");
    return job;
  };

  test("jobs are due at their time, earliest first across realms", async () => {
    const other = (await createRealm(persistence.eventStore)).id;
    await enqueue(aJob("late", { dueAt: 300 }), aJob("first", { dueAt: 100 }));
    await enqueueAll(persistence, other, aJob("second", { dueAt: 200 }));
    const realmIds = [realmId, other];
    expect(await claimIn(persistence, realmIds, 99)).toEqual([]);
    const due = await claimIn(persistence, realmIds, 200);
    expect(due).toEqual([
      {
        realmId,
        id: expect.any(Number),
        kind: "call_bot",
        lane: null,
        payload: { name: "first" },
        attempts: 1,
        failures: 0,
        crashes: 0,
        dueAt: 100,
        share: "",
      },
      {
        realmId: other,
        id: expect.any(Number),
        kind: "call_bot",
        lane: null,
        payload: { name: "second" },
        attempts: 1,
        failures: 0,
        crashes: 0,
        dueAt: 200,
        share: "",
      },
    ]);
    expect(await claimIn(persistence, realmIds, 299)).toEqual([]);
  });

  test("claims as many jobs of each kind as there is room for, and no kind blocks another", async () => {
    await enqueue(
      ...["a", "b", "c"].map((name) => aJob(name)),
      aJob("mail", { kind: "deliver_mail", dueAt: 101, isSecret: true }),
    );
    const room = [...upTo(2), ...upTo(1, "deliver_mail")];
    expect(namesOf(await claim(200, { kinds: room }))).toEqual(["a", "b", "mail"]);
    expect(namesOf(await claim(200, { kinds: upTo(9, "send_push") }))).toEqual([]);
    expect(namesOf(await claim(200, { kinds: room }))).toEqual(["c"]);
  });

  test("a payload comes back as written, secret or not", async () => {
    const payload = { text: "a ? 'b' :c \\ é \u0001", list: [1, null, { deep: true }], none: null };
    await enqueue(aJob("", { payload }), aJob("", { payload, isSecret: true }));
    expect((await claim(100)).map((job) => job.payload)).toEqual([payload, payload]);
  });

  test("a job says which span asked for it, even after it was postponed", async () => {
    const origin = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await enqueue(aJob("traced", { origin, key: "k" }), aJob("untraced", { dueAt: 900 }));
    const job = await theOne(100);
    expect(job.origin).toBe(origin);
    await persistence.jobQueue.postpone(job, { dueAt: 200, error: "not now" });
    expect((await theOne(200)).origin).toBe(origin);
    expect(await theOne(900)).not.toHaveProperty("origin");
  });

  test("jobs exist if their commit succeeds, and not otherwise", async () => {
    const { eventStore } = persistence;
    const late = await eventStore.begin(realmId, 0);
    await commitAll(eventStore, realmId, [aMessageSent({ id: 1 })]);
    const jobs = [aJob("never")];
    const commit = { events: [], head: late.head, secrets: [], audit: [], jobs };
    expect(await late.append(commit)).toMatchObject({ left: { kind: "moved" } });
    expect(await claim(200)).toEqual([]);
    await enqueue(aJob("done"));
    expect(namesOf(await claim(200))).toEqual(["done"]);
  });

  test.each([
    ["keep what waits", {}],
    ["take its place", { replaces: true }],
  ])("jobs that %s are written with a plain message or not at all", async (_, more) => {
    const { eventStore, eventLog } = persistence;
    await enqueue(aJob("before", { key: "k" }));
    for (const id of [1, 1]) {
      const slot = await eventStore.begin(realmId, 0);
      const jobs = [aJob(`with ${slot.head.position}`, { key: "k", ...more }), aJob("free")];
      await slot.append({ ...commitOf(slot.head, [aMessageSent({ id })]), jobs });
    }
    // The second one's id was taken.
    expect(await eventLog.head(realmId)).toBe(2);
    const names = "replaces" in more ? ["with 1", "free"] : ["before", "free"];
    expect(namesOf(await claim(200))).toEqual(names);
  });

  test("one job waits per key: it keeps its time, or a later one replaces it", async () => {
    const key = "k";
    await enqueue(aJob("first", { key, dueAt: 200 }), aJob("second", { key, dueAt: 100 }));
    await enqueue(aJob("third", { key, dueAt: 100 }), aJob("other", { key: "other", dueAt: 200 }));
    await enqueueAll(persistence, realmId, aJob("of another kind", { key, kind: "send_push", dueAt: 200 }));
    expect(await claim(199)).toEqual([]);
    await enqueue(aJob("moved", { key: "other", dueAt: 300, replaces: true }));
    expect(namesOf(await claim(200))).toEqual(["first", "of another kind"]);
    expect(namesOf(await claim(300))).toEqual(["moved"]);
  });

  test("a running job doesn't count for its key, so a job that arrives meanwhile runs too", async () => {
    await enqueue(aJob("first", { key: "k" }));
    const first = await theOne(100);
    await enqueue(aJob("second", { key: "k" }));
    await persistence.jobQueue.postpone(first, { dueAt: 150, error: "?" });
    await enqueue(aJob("third", { key: "k" }));
    expect(namesOf(await claim(200))).toEqual(["second", "first"]);
    expect(await claim(200)).toEqual([]);
  });

  test("a waiting job can be canceled", async () => {
    await enqueue(aJob("a", { key: "a" }), aJob("b", { key: "b" }));
    await enqueue({ kind: "call_bot", withdraws: "a" }, { kind: "send_push", withdraws: "b" });
    await enqueue(aJob("c", { key: "c" }), { kind: "call_bot", withdraws: "c" });
    expect(namesOf(await claim(200))).toEqual(["b"]);
    await enqueue({ kind: "call_bot", withdraws: "b" });
    await persistence.letLeasesAge(60_000);
    expect(namesOf(await claim(200))).toEqual(["b"]);
  });

  test("concurrent claims each get different jobs", async () => {
    await enqueue(...Array.from({ length: 60 }, (_, index) => aJob(`${index}`)));
    const workers = Array.from({ length: 6 }, () => open().jobQueue);
    const claimed = await Promise.all(workers.map((queue) => queue.claim(upTo(15), 200, 60_000)));
    const rest = await claim(200);
    const names = namesOf([...claimed.flat(), ...rest]);
    expect(names).toHaveLength(60);
    expect(new Set(names).size).toBe(60);
  });

  test("a claim ends with its lease unless extended, and changes nothing afterwards", async () => {
    const { jobQueue, letLeasesAge } = persistence;
    await enqueue(aJob("a"), aJob("b"));
    const [a, b] = await claim(100, { lease: 50_000 });
    if (!a || !b) throw new Error("Both were to be claimed");
    await jobQueue.extend([a], 500_000);
    await letLeasesAge(40_000);
    expect(await claim(100)).toEqual([]);
    await letLeasesAge(10_000);
    expect(await claim(100, { lease: 500_000 })).toEqual([{ ...b, attempts: 2, crashes: 1 }]);
    await jobQueue.complete(b, [aJob("never")]);
    await jobQueue.bury(b, 1, "never");
    await jobQueue.postpone(b, { dueAt: 1, error: "never" });
    await jobQueue.release([b]);
    await jobQueue.extend([b], 9_000_000);
    expect(await claim(100)).toEqual([]);
    await letLeasesAge(500_000);
    expect(namesOf(await claim(100))).toEqual(["a", "b"]);
    expect(await persistence.deadLetters.list(9)).toEqual([]);
  });

  test("a job and its consequences end in one commit", async () => {
    await enqueue(aJob("first"));
    const first = await theOne(100);
    await persistence.jobQueue.complete(first, [
      aJob("next"),
      aJob("later", { dueAt: 5000, isSecret: true }),
    ]);
    await persistence.jobQueue.complete(first, [aJob("never")]);
    expect(namesOf(await claim(200))).toEqual(["next"]);
    await persistence.letLeasesAge(60_000);
    expect(namesOf(await claim(4999))).toEqual(["next"]);
    expect(namesOf(await claim(5000))).toEqual(["later"]);
  });

  test("a failed job comes back later, with its failure count and its remaining work", async () => {
    const { jobQueue } = persistence;
    await enqueue(aJob("a"), aJob("b", { isSecret: true }), aJob("c"));
    const [a, b, c] = await claim(100);
    if (!a || !b || !c) throw new Error("All were to be claimed");
    await jobQueue.postpone(a, { dueAt: 500, error: "?", payload: { name: "rest of a" } });
    await jobQueue.postpone(b, { dueAt: 500, error: "?", payload: { name: "rest of b" } });
    await jobQueue.postpone(c, { dueAt: 500, error: "a 'b' ? :c" });
    expect(await claim(499)).toEqual([]);
    const again = await claim(500);
    expect(namesOf(again)).toEqual(["rest of a", "rest of b", "c"]);
    expect(again.map(({ failures, attempts }) => [failures, attempts])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });

  test("a released job is due at once and counts neither as failed nor as crashed", async () => {
    await enqueue(aJob("a", { lane: "1" }), aJob("b"));
    const claimed = await claim(100);
    await persistence.jobQueue.release(claimed);
    expect(await claim(100)).toEqual(claimed.map((job) => ({ ...job, attempts: 2 })));
  });

  /** A handler whose runs last until the test lets them finish. */
  const held = () => {
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const run = jest.fn(async () => {
      await gate;
      return { kind: "complete", next: [] } as const;
    });
    return { call_bot: { atOnce: 9, run }, run, letGo };
  };

  test("a process whose clock is ahead doesn't take another's running job", async () => {
    await enqueue(aJob("a"));
    const { letGo, ...slow } = held();
    const working = aRunner(persistence, slow).runner.runDue();
    await until(() => slow.run.mock.calls.length > 0);
    const clock = { ...persistence.clock, now: () => persistence.clock.now() + 3_600_000 };
    const twice = jest.fn(async () => ({ kind: "complete", next: [] }) as const);
    await aRunner({ ...persistence, clock }, { call_bot: { atOnce: 9, run: twice } }).runner.runDue();
    letGo();
    await working;
    expect(twice).not.toHaveBeenCalled();
    expect(await claim(2000)).toEqual([]);
  });

  test("a job finishes eventually, however often its process is stopped", async () => {
    await enqueue(aJob("a"));
    for (let restart = 0; restart < 15; restart += 1) {
      const { letGo, ...slow } = held();
      const { runner } = aRunner(persistence, slow);
      runner.start();
      await until(() => slow.run.mock.calls.length > 0);
      await runner.stop(0);
      letGo();
    }
    const run = jest.fn(async () => done);
    const handler: JobHandler<unknown> = { payload: t.unknown, atOnce: 1, delayAfter: () => 1, run };
    await aRunner(persistence, { call_bot: runnable(handler) }).runner.runDue();
    expect(run).toHaveBeenCalledTimes(1);
    expect(await persistence.deadLetters.list(9)).toEqual([]);
  });

  describe("a lane", () => {
    test("runs one job at a time, the earliest due, and blocks no other lane", async () => {
      const { jobQueue } = persistence;
      await enqueue(
        aJob("1 second", { lane: "1", dueAt: 101 }),
        aJob("1 first", { lane: "1" }),
        aJob("2 first", { lane: "2", dueAt: 102 }),
        aJob("free", { dueAt: 103 }),
      );
      const claimed = await claim(200);
      expect(namesOf(claimed)).toEqual(["1 first", "2 first", "free"]);
      expect(await claim(200)).toEqual([]);
      const [first] = claimed;
      if (first) await jobQueue.complete(first, []);
      expect(namesOf(await claim(200))).toEqual(["1 second"]);
    });

    test("belongs to one realm and one kind", async () => {
      const other = (await createRealm(persistence.eventStore)).id;
      await enqueue(aJob("a", { lane: "1" }), aJob("b", { lane: "1", kind: "send_push" }));
      await enqueueAll(persistence, other, aJob("c", { lane: "1" }));
      expect(new Set(namesOf(await claimIn(persistence, [realmId, other], 200)))).toEqual(
        new Set(["a", "b", "c"]),
      );
    });

    test("continues with other jobs while one is postponed, and after one is given up", async () => {
      const { jobQueue } = persistence;
      await enqueue(...["a", "b", "c"].map((name) => aJob(name, { lane: "1" })));
      await jobQueue.postpone(await theOne(100), { dueAt: 300, error: "?" });
      const second = await theOne(100);
      expect(namesOf([second])).toEqual(["b"]);
      await jobQueue.bury(second, 100, "?");
      const third = await theOne(100);
      expect(namesOf([third])).toEqual(["c"]);
      expect(await claim(300)).toEqual([]);
      await jobQueue.complete(third, []);
      expect(namesOf(await claim(300))).toEqual(["a"]);
    });

    test("continues when the next job is canceled or postponed", async () => {
      const { jobQueue } = persistence;
      await enqueue(...["a", "b", "c", "d"].map((name) => aJob(name, { lane: "1", key: name })));
      const first = await theOne(100);
      expect(await claim(100)).toEqual([]);
      await jobQueue.complete(first, []);
      await enqueue({ kind: "call_bot", withdraws: "b" });
      const third = await theOne(100);
      expect(namesOf([third])).toEqual(["c"]);
      await jobQueue.release([third]);
      await enqueue(aJob("c later", { lane: "1", key: "c", dueAt: 300, replaces: true }));
      const last = await theOne(100);
      expect(namesOf([last])).toEqual(["d"]);
      await jobQueue.complete(last, []);
      expect(namesOf(await claim(300))).toEqual(["c later"]);
    });

    test("starts with a newly due job that is due before the waiting ones", async () => {
      await enqueue(...["a", "b", "c"].map((name) => aJob(name, { lane: "1", dueAt: 200 })));
      const first = await theOne(200);
      expect(await claim(200)).toEqual([]);
      await enqueue(aJob("early", { lane: "1", dueAt: 100 }));
      expect(await claim(200)).toEqual([]);
      await persistence.jobQueue.complete(first, []);
      const order: unknown[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const next = await theOne(200);
        order.push(...namesOf([next]));
        await persistence.jobQueue.complete(next, []);
      }
      expect(order).toEqual(["early", "b", "c"]);
    });

    test("continues with the same job when its lease ends", async () => {
      await enqueue(aJob("a", { lane: "1" }), aJob("b", { lane: "1" }));
      await claim(100);
      expect(await claim(100)).toEqual([]);
      await persistence.letLeasesAge(60_000);
      expect(namesOf(await claim(100))).toEqual(["a"]);
    });

    test("runs one job at a time however many processes claim at once", async () => {
      const lanes = Array.from({ length: 40 }, (_, index) => aJob(`${index}`, { lane: `${index % 4}` }));
      await enqueue(...lanes);
      const workers = Array.from({ length: 5 }, () => open().jobQueue);
      const order: string[] = [];
      const underWay = new Set<string>();
      const work = async (queue: (typeof workers)[number]) => {
        while (order.length < 40) {
          const claimed = await queue.claim(upTo(3), 200, 9999);
          for (const { payload } of claimed) {
            const lane = `${Number((payload as { name: string }).name) % 4}`;
            expect(underWay.has(lane)).toBe(false);
            underWay.add(lane);
          }
          for (const job of claimed) {
            const { name } = job.payload as { name: string };
            order.push(name);
            underWay.delete(`${Number(name) % 4}`);
            await queue.complete(job, []);
          }
        }
      };
      await Promise.all(workers.map(work));
      for (const lane of [0, 1, 2, 3]) {
        const own = order.map(Number).filter((name) => name % 4 === lane);
        expect(own).toEqual([...own].sort((a, b) => a - b));
      }
      expect(new Set(order).size).toBe(40);
    });
  });

  test("the next time is that of the earliest job or of the first lease to end", async () => {
    const { jobQueue } = persistence;
    const next = () => jobQueue.nextDueAt(anything.map(({ kind }) => kind));
    expect(await next()).toBeUndefined();
    await enqueue(aJob("a", { dueAt: 300 }), aJob("b", { kind: "send_push", dueAt: 200 }));
    expect(await next()).toBe(200);
    expect(await jobQueue.nextDueAt(["call_bot"])).toBe(300);
    const [b] = await claim(200);
    expect(await next()).toBe(300);
    const [a] = await claim(300, { lease: 900_000 });
    if (!a || !b) throw new Error("Both were to be claimed");
    const first = (await next()) ?? 0;
    await jobQueue.extend([b], 600_000);
    const second = (await next()) ?? 0;
    expect(Math.round((second - first) / 60_000)).toBe(9);
    await jobQueue.bury(b, 200, "?");
    expect(Math.round((((await next()) ?? 0) - second) / 60_000)).toBe(5);
    await jobQueue.postpone(a, { dueAt: 400, error: "?" });
    expect(await next()).toBe(400);
  });
};
