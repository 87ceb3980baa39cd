import { deadLetterMilliseconds } from "../../../src/application/ports/jobs/job-queue";
import type { JobKind, JobOrder } from "../../../src/domain/jobs/job";
import { aJob, claimIn, clearJobs, enqueueAll, namesOf, upTo } from "../../support/application/jobs";
import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence, Persistence } from "../../support/storage/persistence";

export const deadLettersContract = (open: OpenPersistence): void => {
  let persistence: Persistence;
  let realmId: number;
  beforeEach(async () => {
    persistence = open();
    await clearJobs(persistence);
    realmId = (await createRealm(persistence.eventStore)).id;
  });
  afterEach(() => clearJobs(persistence));

  const enqueue = (...orders: readonly JobOrder[]) => enqueueAll(persistence, realmId, ...orders);
  const claim = (now: number) => claimIn(persistence, [realmId], now);
  /** Gives up all due jobs, a millisecond apart. */
  const buryAll = async (at: number) => {
    let next = at;
    for (const job of await claim(at)) {
      await persistence.jobQueue.bury(job, next, `no 'use' ? ${next}`);
      next += 1;
    }
  };

  test("counts waiting jobs by kind", async () => {
    await enqueue(
      aJob("a"),
      aJob("b", { dueAt: 50 }),
      aJob("c", { kind: "send_push", dueAt: 300 }),
      aJob("d", { kind: "deliver_mail", dueAt: 10, isSecret: true }),
    );
    const [, mailFirst] = await claim(50);
    const [mail] = await claim(50);
    expect([mailFirst, mail]).toEqual([expect.objectContaining({ kind: "call_bot" }), undefined]);
    if (mailFirst) await persistence.jobQueue.postpone(mailFirst, { dueAt: 400, error: "?" });
    expect(await persistence.deadLetters.waiting()).toEqual([
      { kind: "call_bot", count: 2, failing: 1, firstDueAt: 100 },
      { kind: "deliver_mail", count: 1, failing: 0, firstDueAt: 10 },
      { kind: "send_push", count: 1, failing: 0, firstDueAt: 300 },
    ]);
  });

  const standingOf = async (kind: JobKind) => {
    const [standing, ...others] = await persistence.deadLetters.standing([kind]);
    if (standing === undefined || others.length > 0) throw new Error("One kind was asked for");
    return standing;
  };
  /** The storage's clock may run. */
  const expectOverdue = async (kind: JobKind, milliseconds: number) => {
    const { overdue } = await standingOf(kind);
    expect(overdue).toBeGreaterThanOrEqual(milliseconds);
    expect(overdue).toBeLessThan(milliseconds + 60_000);
  };

  test("the standing of kinds names how long their first job has been due, and how many were given up", async () => {
    const now = await persistence.storageNow();
    await enqueue(
      aJob("old", { dueAt: now - 7_200_000 }),
      aJob("older", { dueAt: now - 10_800_000 }),
      aJob("future", { kind: "send_push", dueAt: now + 600_000 }),
      aJob("hopeless", { kind: "deliver_mail", dueAt: now - 900_000 }),
    );
    await expectOverdue("call_bot", 10_800_000);
    const mail = await claimIn(persistence, [realmId], now, { kinds: upTo(9, "deliver_mail") });
    for (const job of mail) await persistence.jobQueue.bury(job, now, "?");
    expect(await persistence.deadLetters.standing(["send_push", "deliver_mail", "move_rest"])).toEqual([
      { kind: "send_push", overdue: 0, givenUp: 0 },
      { kind: "deliver_mail", overdue: 0, givenUp: 1 },
      { kind: "move_rest", overdue: 0, givenUp: 0 },
    ]);
    for (const letter of await persistence.deadLetters.list(9)) await persistence.deadLetters.remove(letter);
    expect(await standingOf("deliver_mail")).toMatchObject({ givenUp: 0 });
  });

  test("running jobs, and those that wait behind one of their lane, aren't overdue until it ends", async () => {
    const now = await persistence.storageNow();
    await enqueue(
      aJob("first", { lane: "1", dueAt: now - 7_200_000 }),
      aJob("second", { lane: "1", dueAt: now - 3_600_000 }),
    );
    const [first] = await claim(now);
    expect(await claim(now)).toEqual([]);
    expect(await standingOf("call_bot")).toMatchObject({ overdue: 0 });
    if (first === undefined) throw new Error("One job was to be due");
    await persistence.jobQueue.complete(first, []);
    await expectOverdue("call_bot", 3_600_000);
  });

  test("a job whose process died is overdue again once its lease has ended", async () => {
    const now = await persistence.storageNow();
    await enqueue(aJob("a", { dueAt: now - 7_200_000 }));
    expect(await claim(now)).toHaveLength(1);
    await persistence.letLeasesAge(600_000);
    await expectOverdue("call_bot", 540_000);
  });

  test("lists jobs that were given up, newest first with their error, and never runs them", async () => {
    await enqueue(aJob("a"), aJob("b", { dueAt: 101, lane: "1" }));
    await buryAll(500);
    expect(await persistence.deadLetters.list(9)).toEqual([
      {
        realmId,
        id: expect.any(Number),
        kind: "call_bot",
        failures: 1,
        error: "no 'use' ? 501",
        buriedAt: 501,
      },
      {
        realmId,
        id: expect.any(Number),
        kind: "call_bot",
        failures: 1,
        error: "no 'use' ? 500",
        buriedAt: 500,
      },
    ]);
    expect(await persistence.deadLetters.list(1)).toHaveLength(1);
    expect(await claim(9000)).toEqual([]);
    expect(await persistence.deadLetters.waiting()).toEqual([]);
  });

  test("retries one job, or all of a kind, as if new", async () => {
    const { deadLetters } = persistence;
    await enqueue(
      aJob("a", { lane: "1" }),
      aJob("b", { dueAt: 101, isSecret: true }),
      aJob("c", { kind: "send_push", dueAt: 102 }),
    );
    await buryAll(500);
    const first = (await deadLetters.list(9)).at(-1);
    if (first === undefined) throw new Error("It was given up");
    expect(await deadLetters.retry({ realmId: realmId + 1000, id: first.id }, 600)).toBe(0);
    expect(await deadLetters.retry(first, 600)).toBe(1);
    expect(await deadLetters.retry(first, 600)).toBe(0);
    expect(await claim(599)).toEqual([]);
    const again = await claim(600);
    expect(namesOf(again)).toEqual(["a"]);
    expect(again).toMatchObject([{ failures: 0, attempts: 1 }]);
    expect(await deadLetters.retry({ kind: "call_bot" }, 700)).toBe(1);
    expect(namesOf(await claim(700))).toEqual(["b"]);
    expect((await deadLetters.list(9)).map(({ kind }) => kind)).toEqual(["send_push"]);
  });

  test("doesn't repeat a job whose key another waiting job now has", async () => {
    await enqueue(aJob("old", { key: "k" }));
    await buryAll(500);
    await enqueue(aJob("new", { key: "k" }));
    expect(await persistence.deadLetters.retry({ kind: "call_bot" }, 600)).toBe(1);
    expect(namesOf(await claim(600))).toEqual(["new"]);
    expect(await persistence.deadLetters.list(9)).toEqual([]);
  });

  test("removes a dead letter but not a waiting job", async () => {
    const { deadLetters } = persistence;
    await enqueue(aJob("a"));
    await buryAll(500);
    const [dead] = await deadLetters.list(9);
    if (dead === undefined) throw new Error("It was given up");
    expect(await deadLetters.remove({ realmId: realmId + 1000, id: dead.id })).toBe(false);
    expect(await deadLetters.remove(dead)).toBe(true);
    expect(await deadLetters.remove(dead)).toBe(false);
    await enqueue(aJob("b", { dueAt: 600 }));
    const [waiting] = await claim(600);
    expect(await deadLetters.remove(waiting ?? dead)).toBe(false);
  });

  test("dead letters are forgotten after thirty days", async () => {
    await enqueue(aJob("a"), aJob("b", { dueAt: 101 }));
    await buryAll(500);
    await enqueue(aJob("c", { dueAt: 600 }));
    await buryAll(501 + deadLetterMilliseconds);
    expect((await persistence.deadLetters.list(9)).map(({ buriedAt }) => buriedAt)).toEqual([
      501 + deadLetterMilliseconds,
      501,
    ]);
  });
};
