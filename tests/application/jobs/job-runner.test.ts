import * as E from "fp-ts/Either";
import * as t from "io-ts";
import {
  afterSeconds,
  done,
  type JobHandler,
  type JobOutcome,
  runnable,
  runOutcomes,
} from "../../../src/application/jobs/job-handler";
import { type JobKind, jobKinds } from "../../../src/domain/jobs/job";
import { aJob, aRunner, enqueueAll, until } from "../../support/application/jobs";
import { aProcess, refusedLate } from "../../support/application/lanes";
import { memoryMetrics } from "../../support/application/memory-metrics";
import fc from "../../support/random/fast-check";
import { createRealm } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

const second = 1000;

afterEach(() => jest.useRealTimers());

interface Named {
  readonly name: string;
}

const aHandler = (
  run: (job: Named & { readonly isLastTry: boolean }) => Promise<JobOutcome<Named>>,
  more: Partial<JobHandler<Named>> = {},
) =>
  runnable<Named>({
    payload: t.type({ name: t.string }),
    atOnce: 3,
    delayAfter: afterSeconds([10, 60]),
    run: ({ payload, isLastTry }) => run({ ...payload, isLastTry }),
    ...more,
  });

const begun = async () => {
  const persistence = memoryPersistence();
  const { id: realmId } = await createRealm(persistence.eventStore);
  const now = persistence.clock.now();
  return {
    ...persistence,
    realmId,
    enqueue: (...names: readonly string[]) =>
      enqueueAll(persistence, realmId, ...names.map((name) => aJob(name, { dueAt: now }))),
    waits: async () => (await persistence.jobQueue.nextDueAt(jobKinds)) !== undefined,
  };
};

/** A job that runs until it is told to end. */
const held = () => {
  let release = () => {};
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { ended, release: () => release() };
};

test("a job runs as soon as the runner is woken for it, and nothing runs before start or after stop", async () => {
  const world = await begun();
  const ran: string[] = [];
  const { runner, bell } = aRunner(world, {
    call_bot: aHandler(async ({ name }) => {
      ran.push(name);
      return done;
    }),
  });
  const post = async (name: string) => {
    await world.enqueue(name);
    bell.ring(world.clock.now());
  };
  await post("before");
  expect(ran).toEqual([]);
  runner.start();
  await until(() => ran.length === 1);
  await post("meanwhile");
  await until(() => ran.length === 2);
  await runner.stop();
  await post("after");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ran).toEqual(["before", "meanwhile"]);
  runner.start();
  await until(() => ran.length === 3);
  await runner.stop();
});

test("a kind that is left to others waits while it is, and other kinds don't", async () => {
  const world = await begun();
  const ran: string[] = [];
  const handler = aHandler(async ({ name }) => {
    ran.push(name);
    return done;
  });
  let left: readonly JobKind[] = ["deliver_mail"];
  const { runner } = aRunner(
    world,
    { call_bot: handler, deliver_mail: handler },
    undefined,
    undefined,
    undefined,
    () => left,
  );
  const due = { dueAt: world.clock.now() };
  await enqueueAll(world, world.realmId, aJob("mail", { ...due, kind: "deliver_mail" }), aJob("call", due));
  await runner.runDue();
  expect(ran).toEqual(["call"]);
  left = [];
  await runner.runDue();
  expect(ran).toEqual(["call", "mail"]);
});

test("a histogram says how long after it was due a job began", async () => {
  const world = await begun();
  const metrics = memoryMetrics();
  const { runner } = aRunner(world, { call_bot: aHandler(async () => done) }, undefined, metrics);
  runner.start();
  for (const kind of jobKinds) expect(metrics.isStarted("job_delay_seconds", { kind })).toBe(true);
  await runner.stop();
  await world.enqueue("late");
  world.clock.advance(90 * second);
  await runner.runDue();
  expect(metrics.observed("job_delay_seconds", { kind: "call_bot" })).toEqual([90]);
});

test("a counter says how runs of jobs end, from zero", async () => {
  const world = await begun();
  const metrics = memoryMetrics();
  const tries = jest.fn(async (): Promise<JobOutcome<Named>> => ({ kind: "failed", error: "no" }));
  const { runner } = aRunner(world, { call_bot: aHandler(tries) }, undefined, metrics);
  const outcomes = ["complete", "postpone", "bury", "unsettled"] as const;
  runner.start();
  for (const kind of jobKinds)
    for (const outcome of outcomes) expect(metrics.isStarted("job_runs_total", { kind, outcome })).toBe(true);
  await runner.stop();
  const counts = () =>
    outcomes.map((outcome) => metrics.counted("job_runs_total", { kind: "call_bot", outcome }));
  await world.enqueue("fails");
  await runner.runDue();
  expect(counts()).toEqual([0, 1, 0, 0]);
  for (const seconds of [10, 60]) {
    world.clock.advance(seconds * second);
    await runner.runDue();
  }
  expect(counts()).toEqual([0, 2, 1, 0]);
  tries.mockResolvedValue(done);
  await enqueueAll(world, world.realmId, aJob("works", { dueAt: world.clock.now() }));
  await runner.runDue();
  expect(counts()).toEqual([1, 2, 1, 0]);
});

test("a run whose end can't be stored is counted as unsettled", async () => {
  const world = await begun();
  const metrics = memoryMetrics();
  const errors: unknown[] = [];
  const jobQueue = { ...world.jobQueue, complete: () => Promise.reject(new Error("no database")) };
  const { runner } = aRunner(
    { ...world, jobQueue },
    { call_bot: aHandler(async () => done) },
    (error) => errors.push(error),
    metrics,
  );
  await world.enqueue("works");
  await runner.runDue();
  expect(errors).toEqual([new Error("no database")]);
  expect(
    runOutcomes.map((outcome) => metrics.counted("job_runs_total", { kind: "call_bot", outcome })),
  ).toEqual([0, 0, 0, 1]);
});

test("a job that becomes due soon runs on time without a wake-up", async () => {
  jest.useFakeTimers();
  const persistence = { ...memoryPersistence(), clock: { now: Date.now, advance: () => {} } };
  const { id } = await createRealm(persistence.eventStore);
  const ranAt: number[] = [];
  const { runner, bell } = aRunner(persistence, {
    call_bot: aHandler(async () => {
      ranAt.push(Date.now());
      return done;
    }),
  });
  const dueAt = [Date.now() + 150, Date.now() + 300] as const;
  await enqueueAll(persistence, id, aJob("known when it looks", { dueAt: dueAt[0] }));
  runner.start();
  await jest.advanceTimersByTimeAsync(50);
  await enqueueAll(persistence, id, aJob("rung for ahead of its time", { dueAt: dueAt[1] }));
  bell.ring(dueAt[1]);
  await jest.advanceTimersByTimeAsync(400);
  expect(ranAt).toEqual(dueAt);
  await Promise.all([runner.stop(), jest.advanceTimersByTimeAsync(1)]);
});

test("a job that becomes due while the runner looks runs at once", async () => {
  jest.useFakeTimers();
  const persistence = memoryPersistence();
  const { id } = await createRealm(persistence.eventStore);
  const jobQueue: typeof persistence.jobQueue = Object.assign(Object.create(persistence.jobQueue), {
    nextDueAt: (kinds: readonly JobKind[]) => {
      persistence.clock.advance(100);
      return persistence.jobQueue.nextDueAt(kinds);
    },
  });
  const ran: string[] = [];
  const { runner } = aRunner(
    { jobQueue, clock: persistence.clock },
    {
      call_bot: aHandler(async ({ name }) => {
        ran.push(name);
        return done;
      }),
    },
  );
  await enqueueAll(persistence, id, aJob("just due", { dueAt: persistence.clock.now() + 50 }));
  runner.start();
  await jest.advanceTimersByTimeAsync(10);
  expect(ran).toEqual(["just due"]);
  await Promise.all([runner.stop(), jest.advanceTimersByTimeAsync(1)]);
});

test("an idle runner polls the queue only every few seconds, however many realms there are", async () => {
  jest.useFakeTimers();
  const persistence = memoryPersistence();
  for (let index = 0; index < 50; index += 1) {
    const { id } = await createRealm(persistence.eventStore);
    await enqueueAll(persistence, id, aJob("next year", { dueAt: persistence.clock.now() + 1e10 }));
  }
  let asked = 0;
  const counted = Object.fromEntries(
    Object.entries(persistence.jobQueue).map(([name, method]) => [
      name,
      (...given: never[]) => {
        asked += 1;
        return (method as (...given: never[]) => unknown)(...given);
      },
    ]),
  ) as unknown as typeof persistence.jobQueue;
  const { runner } = aRunner({ ...persistence, jobQueue: counted }, {});
  runner.start();
  await jest.advanceTimersByTimeAsync(1500);
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(2);
  await Promise.all([runner.stop(), jest.advanceTimersByTimeAsync(1)]);
});

test("a runner looks once a second for a due job whose lane is busy elsewhere", async () => {
  jest.useFakeTimers();
  const { jobQueue, clock } = memoryPersistence();
  let looks = 0;
  const blocked: typeof jobQueue = {
    ...jobQueue,
    claim: async () => {
      looks += 1;
      // A runner that looked all the time would never let the test continue.
      return looks > 50 ? new Promise<never>(() => {}) : [];
    },
    nextDueAt: async () => clock.now() - second,
  };
  const { runner } = aRunner({ jobQueue: blocked, clock }, {});
  runner.start();
  await jest.advanceTimersByTimeAsync(3500);
  expect(looks).toBe(4);
  await Promise.all([runner.stop(), jest.advanceTimersByTimeAsync(1)]);
});

test("as many jobs run side by side as their kind allows, without delaying other kinds", async () => {
  const { clock, realmId, ...world } = await begun();
  const { ended, release } = held();
  let most = 0;
  let running = 0;
  const slow = aHandler(async () => {
    running += 1;
    most = Math.max(most, running);
    await ended;
    running -= 1;
    return done;
  });
  const ran: string[] = [];
  const quick = aHandler(async ({ name }) => {
    ran.push(name);
    return done;
  });
  const { runner } = aRunner({ ...world, clock }, { call_bot: slow, send_push: quick });
  await world.enqueue("a", "b", "c", "d", "e");
  const push = aJob("quick", { kind: "send_push", dueAt: clock.now() });
  await enqueueAll(world, realmId, push);
  const all = runner.runDue();
  await until(() => ran.length === 1 && running === 3);
  release();
  await all;
  expect(most).toBe(3);
  expect(await world.waits()).toBe(false);
});

test("all due jobs run, also when a job frees its lane during the next claim", async () => {
  const world = await begun();
  const { ended, release } = held();
  const ran: string[] = [];
  let completed = 0;
  const { runner } = aRunner(
    {
      ...world,
      jobQueue: {
        ...world.jobQueue,
        claim: async (...asked) => {
          const claimed = await world.jobQueue.claim(...asked);
          if (claimed.length === 0 && completed === 0) {
            // The claim answers late: the first job has ended by then.
            await until(() => ran.length === 1);
            release();
            await until(() => completed === 1);
          }
          return claimed;
        },
        complete: async (...given) => {
          await world.jobQueue.complete(...given);
          completed += 1;
        },
      },
    },
    {
      call_bot: aHandler(async ({ name }) => {
        ran.push(name);
        if (name === "first") await ended;
        return done;
      }),
    },
  );
  const dueAt = world.clock.now();
  await enqueueAll(
    world,
    world.realmId,
    ...["first", "second"].map((name) => aJob(name, { dueAt, lane: "one" })),
  );
  await runner.runDue();
  expect(ran).toEqual(["first", "second"]);
});

test("a failure is retried after the kind's delays, no earlier than requested, and then becomes a dead letter", async () => {
  const { clock, ...world } = await begun();
  const tries: boolean[] = [];
  const { runner } = aRunner(
    { ...world, clock },
    {
      call_bot: aHandler(async ({ isLastTry }) => {
        tries.push(isLastTry);
        return { kind: "failed", error: "no", ...(tries.length === 1 && { retryAfter: 20 * second }) };
      }),
    },
  );
  await world.enqueue("a");
  await runner.runDue();
  clock.advance(20 * second - 1);
  await runner.runDue();
  expect(tries).toEqual([false]);
  clock.advance(1);
  await runner.runDue();
  clock.advance(60 * second);
  await runner.runDue();
  expect(tries).toEqual([false, false, true]);
  clock.advance(1e9);
  await runner.runDue();
  expect(tries).toHaveLength(3);
  expect(await world.deadLetters.list(9)).toMatchObject([{ kind: "call_bot", failures: 3, error: "no" }]);
});

test("an exception is reported and counts as a failure", async () => {
  const world = await begun();
  const errors: unknown[] = [];
  const run = jest.fn(() => Promise.reject(new Error("a bug")));
  const { runner } = aRunner(world, { call_bot: aHandler(run) }, (error) => errors.push(error));
  await world.enqueue("a");
  await runner.runDue();
  expect(errors).toEqual([new Error("a bug")]);
  expect(run).toHaveBeenCalledTimes(1);
  expect(await world.deadLetters.waiting()).toMatchObject([{ count: 1, failing: 1 }]);
});

test("a failure is stored without characters that databases refuse, whatever another server answered", async () => {
  const world = await begun();
  const error = `It answered 500: \0${"a".repeat(981)}😀`;
  const { runner } = aRunner(world, { call_bot: aHandler(async () => ({ kind: "hopeless", error })) });
  await world.enqueue("job");
  await runner.runDue();
  const [letter] = await world.deadLetters.list(9);
  expect(letter?.error).toBe(`It answered 500: ${"a".repeat(981)}\ufffd`);
});

test("an unreadable job waits for a process that can read it, and becomes a dead letter if none does", async () => {
  const world = await begun();
  const run = jest.fn(async () => done);
  const { runner } = aRunner(world, { call_bot: aHandler(run) });
  const unreadable = (payload: unknown) => aJob("", { payload, dueAt: world.clock.now() });
  await enqueueAll(world, world.realmId, unreadable({ nameless: true }), unreadable(7));
  await runner.runDue();
  expect(await world.deadLetters.list(9)).toEqual([]);
  const newer = aHandler(run, { payload: t.unknown as unknown as t.Type<Named, unknown> });
  world.clock.advance(10 * second);
  await aRunner(world, { call_bot: { ...newer, atOnce: 1 } }).runner.runDue();
  expect(run).toHaveBeenCalledTimes(2);
  await enqueueAll(world, world.realmId, unreadable(8));
  for (const minutes of [0, 1 / 6, 1, 10]) {
    world.clock.advance(minutes * 60 * second);
    await runner.runDue();
    expect(await world.deadLetters.list(9)).toEqual([]);
  }
  world.clock.advance(60 * 60 * second);
  await runner.runDue();
  expect(await world.deadLetters.list(9)).toMatchObject([
    { failures: 5, error: "The payload can't be read" },
  ]);
  expect(run).toHaveBeenCalledTimes(2);
});

test("stopping waits briefly for running jobs, and releases those that take longer", async () => {
  const world = await begun();
  const { ended, release } = held();
  const finished: string[] = [];
  let running = 0;
  const run = async ({ name }: Named) => {
    running += 1;
    await (name === "quick" ? new Promise((resolve) => setTimeout(resolve, 20)) : ended);
    finished.push(name);
    return done;
  };
  const { runner } = aRunner(world, { call_bot: aHandler(run) });
  await world.enqueue("quick", "slow");
  runner.start();
  await until(() => running === 2);
  await runner.stop(100);
  expect(finished).toEqual(["quick"]);
  const again: string[] = [];
  const other = aRunner(world, {
    call_bot: aHandler(async ({ name }) => {
      again.push(name);
      return done;
    }),
  });
  await other.runner.runDue();
  expect(again).toEqual(["slow"]);
  release();
  await until(() => finished.length === 2);
  expect(await world.waits()).toBe(false);
});

test("a claim lasts while its job runs, and is lost only when its process shows no sign of life", async () => {
  jest.useFakeTimers();
  const world = await begun();
  const { ended, release } = held();
  const { runner } = aRunner(world, { call_bot: aHandler(() => ended.then(() => done)) });
  const again = jest.fn(async () => done);
  const other = aRunner(world, { call_bot: aHandler(again) });
  await world.enqueue("long");
  const running = runner.runDue();
  for (let tick = 0; tick < 9; tick += 1) {
    await jest.advanceTimersByTimeAsync(10 * second);
    world.clock.advance(10 * second);
    await other.runner.runDue();
  }
  expect(again).not.toHaveBeenCalled();
  world.clock.advance(40 * second);
  await other.runner.runDue();
  expect(again).toHaveBeenCalledTimes(1);
  release();
  await running;
});

test("a job that crashes the process each time is given up", async () => {
  const world = await begun();
  await world.enqueue("deadly");
  for (let crash = 0; crash < 10; crash += 1) {
    const now = world.clock.now();
    expect(await world.jobQueue.claim([{ kind: "call_bot", limit: 1 }], now, 1)).toHaveLength(1);
    world.clock.advance(1);
  }
  const run = jest.fn(async () => done);
  await aRunner(world, { call_bot: aHandler(run) }).runner.runDue();
  expect(run).not.toHaveBeenCalled();
  expect(await world.deadLetters.list(9)).toMatchObject([{ error: "Begun 10 times and never finished" }]);
});

test("through failures and crashes, each job runs at least once, and none is lost or given up", async () => {
  /** What happens to a run: before its work, after it, or when its end is written. */
  const fate = fc.constantFrom("fine", "fails", "throws", "dies before", "dies after", "can't settle");
  const job = fc.record({ lane: fc.option(fc.constantFrom("1", "2"), { nil: undefined }), delay: fc.nat(5) });
  const model = async (jobs: readonly { lane: string | undefined; delay: number }[], fates: string[]) => {
    const world = await begun();
    const { clock, jobQueue, realmId } = world;
    const runs = new Map<string, number>();
    const never = new Promise<never>(() => {});
    const aProcess = () => {
      let isDead = false;
      const die = () => {
        isDead = true;
        return never;
      };
      const alive =
        <Given extends unknown[], A>(ask: (...given: Given) => Promise<A>) =>
        (...given: Given): Promise<A> =>
          isDead ? never : ask(...given);
      const queue = {
        ...jobQueue,
        claim: alive(jobQueue.claim),
        extend: async () => {},
        postpone: alive(jobQueue.postpone),
        complete: (...given: Parameters<typeof jobQueue.complete>) =>
          fates.at(-1) === "can't settle" && fates.pop()
            ? Promise.reject(new Error("connection lost"))
            : alive(jobQueue.complete)(...given),
      };
      const handler = aHandler(
        async ({ name }) => {
          const fate = fates.at(-1) === "can't settle" ? "fine" : (fates.pop() ?? "fine");
          if (fate === "dies before") return die();
          if (fate === "throws") throw new Error("a bug");
          if (fate === "fails") return { kind: "failed", error: "no" };
          runs.set(name, (runs.get(name) ?? 0) + 1);
          return fate === "dies after" ? die() : done;
        },
        { delayAfter: () => second },
      );
      return aRunner({ jobQueue: queue, clock }, { call_bot: handler }, () => {}).runner;
    };
    await enqueueAll(
      world,
      realmId,
      ...jobs.map(({ lane, delay }, index) =>
        aJob(`${index}`, { dueAt: clock.now() + delay * second, ...(lane !== undefined && { lane }) }),
      ),
    );
    for (let round = 0; round < 400 && (await world.waits()); round += 1) {
      for (const runner of [aProcess(), aProcess()]) {
        const work = runner.runDue();
        // A crashed run never finishes its work.
        await Promise.race([work, new Promise((resolve) => setImmediate(resolve))]);
      }
      clock.advance(7 * second);
    }
    expect(await world.waits()).toBe(false);
    expect(await world.deadLetters.list(9)).toEqual([]);
    expect([...runs.keys()].map(Number).sort((a, b) => a - b)).toEqual(jobs.map((_, index) => index));
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(job, { minLength: 1, maxLength: 8 }),
      fc.array(fate, { maxLength: 9 }),
      (jobs, fates) => model(jobs, [...fates]),
    ),
    { numRuns: 60 },
  );
});

test("jobs with unresponsive peers don't delay other kinds, however many they are", async () => {
  const world = await begun();
  const hanging = held();
  const ran: string[] = [];
  const { runner } = aRunner(world, {
    call_bot: aHandler(
      async () => {
        await hanging.ended;
        return done;
      },
      { atOnce: 60 },
    ),
    send_scheduled_message: aHandler(async ({ name }) => {
      ran.push(name);
      return done;
    }),
  });
  const names = Array.from({ length: 60 }, (_, index) => `${index}`);
  await world.enqueue(...names);
  await enqueueAll(
    world,
    world.realmId,
    aJob("on time", { kind: "send_scheduled_message", dueAt: world.clock.now() }),
  );
  const running = runner.runDue();
  await until(() => ran.length > 0);
  expect(ran).toEqual(["on time"]);
  hanging.release();
  await running;
});

test("a commit with jobs wakes the runner for the first of them, and one without doesn't", async () => {
  const persistence = memoryPersistence();
  const { id } = await createRealm(persistence.eventStore);
  const { inTransaction, rings } = aProcess(persistence);
  const enqueue = (...times: readonly number[]) =>
    inTransaction(id, async (tx) => {
      tx.enqueue(...times.map((dueAt) => aJob("", { dueAt })));
      return E.right(undefined);
    });
  await enqueue(300, 200);
  await enqueue();
  const refused = inTransaction(id, async (tx) => {
    tx.enqueue(aJob("never"));
    return E.left(refusedLate);
  });
  await refused;
  expect(rings.filter(Number.isFinite)).toEqual([200]);
  expect(await persistence.deadLetters.waiting()).toMatchObject([{ count: 2 }]);
});

test("while the clock is known to be wrong, no job begins; afterwards they do", async () => {
  const world = await begun();
  let isWrong = true;
  const ran: string[] = [];
  const handler = aHandler(async ({ name }) => {
    ran.push(name);
    return done;
  });
  const { runner, bell } = aRunner(world, { call_bot: handler }, undefined, undefined, () => isWrong);
  await world.enqueue("early");
  runner.start();
  bell.ring(world.clock.now());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ran).toEqual([]);
  isWrong = false;
  bell.ring(world.clock.now());
  await until(() => ran.length === 1);
  await runner.stop();
});

test("each of two runners keeps to the limit of each share, and begins other shares' jobs beside it", async () => {
  const world = await begun();
  const hanging = held();
  const busy = new Map<string, number>();
  const kinds = (node: string) => ({
    call_bot: aHandler(
      async ({ name }) => {
        const share = `${node} ${name.slice(0, 3)}`;
        busy.set(share, (busy.get(share) ?? 0) + 1);
        await hanging.ended;
        return done;
      },
      { atOnce: 20, atOnceEach: 2 },
    ),
  });
  const dueAt = world.clock.now();
  const jobs = (share: string, count: number) =>
    Array.from({ length: count }, (_, index) => aJob(`${share} ${index}`, { share, dueAt }));
  await enqueueAll(world, world.realmId, ...jobs("ann", 50));
  const [one, two] = ["one", "two"].map((node) => aRunner(world, kinds(node)).runner);
  const first = one?.runDue();
  const second = two?.runDue();
  await until(() => busy.get("one ann") === 2 && busy.get("two ann") === 2);
  await enqueueAll(world, world.realmId, ...jobs("ben", 1));
  const third = one?.runDue();
  await until(() => busy.has("one ben"));
  expect(Object.fromEntries(busy)).toEqual({ "one ann": 2, "two ann": 2, "one ben": 1 });
  hanging.release();
  await Promise.all([first, second, third]);
  expect(await world.waits()).toBe(false);
});
