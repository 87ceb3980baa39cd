import type { JobDemand } from "../../../src/application/ports/jobs/job-queue";
import type { JobOrder } from "../../../src/domain/jobs/job";
import type { ShareCount } from "../../../src/domain/jobs/share-places";
import { aJob, claimIn, clearJobs, enqueueAll, namesOf } from "../../support/application/jobs";
import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence, Persistence } from "../../support/storage/persistence";

/** How claims share out places. */
export const sharedJobsContract = (open: OpenPersistence): void => {
  let persistence: Persistence;
  let realmId: number;
  let other: number;
  beforeEach(async () => {
    persistence = open();
    await clearJobs(persistence);
    realmId = (await createRealm(persistence.eventStore)).id;
    other = (await createRealm(persistence.eventStore)).id;
  });
  afterEach(() => clearJobs(persistence));

  const enqueue = (...orders: readonly JobOrder[]) => enqueueAll(persistence, realmId, ...orders);
  const shared = (limit: number, each: number, running: readonly ShareCount[] = []): readonly JobDemand[] => [
    { kind: "call_bot", limit, sharing: { each, running } },
  ];
  const claim = (kinds: readonly JobDemand[], now = 200) =>
    claimIn(persistence, [realmId, other], now, { kinds });
  const many = (count: number, share: string, of: (index: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, index) => aJob(`${share} ${index}`, { share, ...of(index) }));

  test("a share's jobs beyond its limit wait, and other shares' jobs don't wait behind them", async () => {
    await enqueue(
      ...many(300, "ann"),
      aJob("ben 0", { share: "ben", dueAt: 150 }),
      aJob("nobody's", { dueAt: 160 }),
    );
    const claimed = await claim(shared(20, 2));
    expect(namesOf(claimed)).toEqual(["ann 0", "ann 1", "ben 0", "nobody's"]);
    expect(claimed.map(({ share }) => share)).toEqual(["ann", "ann", "ben", ""]);
    const running = [{ realmId, share: "ann", count: 2 }];
    expect(await claim(shared(18, 2, running))).toEqual([]);
    await enqueue(aJob("cid 0", { share: "cid", dueAt: 190 }));
    expect(namesOf(await claim(shared(18, 2, running)))).toEqual(["cid 0"]);
    expect(namesOf(await claim(shared(19, 2, [{ realmId, share: "ann", count: 1 }])))).toEqual(["ann 2"]);
  });

  test("a realm leaves places for others, however many shares its jobs have", async () => {
    await enqueue(...Array.from({ length: 250 }, (_, index) => aJob(`${index}`, { share: `${index}` })));
    const first = await claim(shared(20, 5));
    expect(first).toHaveLength(10);
    const running = first.map(({ share }) => ({ realmId, share, count: 1 }));
    expect(await claim(shared(10, 5, running))).toEqual([]);
    await enqueueAll(persistence, other, aJob("other", { share: "1", dueAt: 200 }));
    expect(namesOf(await claim(shared(10, 5, running)))).toEqual(["other"]);
  });

  test("jobs that wait behind their lane take no place of their share", async () => {
    await enqueue(
      ...many(250, "ann", () => ({ lane: "1" })),
      aJob("second lane", { share: "ann", lane: "2", dueAt: 150 }),
      aJob("third lane", { share: "ann", lane: "3", dueAt: 160 }),
    );
    const names: unknown[] = [];
    for (let running = 0; running < 3; running += 1)
      names.push(
        ...namesOf(
          await claim(shared(20 - names.length, 3, [{ realmId, share: "ann", count: names.length }])),
        ),
      );
    expect(names).toEqual(["ann 0", "second lane", "third lane"]);
    expect(await claim(shared(17, 4, [{ realmId, share: "ann", count: 3 }]))).toEqual([]);
  });

  test("a lane keeps its order", async () => {
    await enqueue(...many(12, "ann", (index) => ({ lane: `${index % 2}` })));
    const order: unknown[] = [];
    for (let job = 0; job < 12; job += 1) {
      const [next, ...more] = await claim(shared(1, 1));
      if (!next || more.length > 0) throw new Error("One job was to be claimed");
      order.push(...namesOf([next]));
      await persistence.jobQueue.complete(next, []);
    }
    for (const lane of [0, 1]) {
      const own = order.map((name) => Number(String(name).slice(4))).filter((index) => index % 2 === lane);
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    expect(new Set(order).size).toBe(12);
  });

  test("jobs aren't claimed early, and a retried or postponed job keeps its share", async () => {
    await enqueue(aJob("late", { share: "ann", dueAt: 300 }));
    expect(await claim(shared(20, 2), 299)).toEqual([]);
    const [job] = await claim(shared(20, 2), 300);
    if (!job) throw new Error("It was due");
    await persistence.jobQueue.postpone(job, { dueAt: 400, error: "?" });
    const [again] = await claim(shared(20, 2), 400);
    if (!again) throw new Error("It was due again");
    expect(again.share).toBe("ann");
    await persistence.jobQueue.bury(again, 400, "?");
    await persistence.deadLetters.retry({ kind: "call_bot" }, 500);
    expect(await claim(shared(20, 2), 500)).toMatchObject([{ share: "ann" }]);
  });

  test("concurrent claims each get different jobs", async () => {
    await enqueue(...Array.from({ length: 60 }, (_, index) => aJob(`${index}`, { share: `${index % 6}` })));
    const workers = Array.from({ length: 4 }, () => open().jobQueue);
    const claimed = await Promise.all(workers.map((queue) => queue.claim(shared(20, 3), 200, 60_000)));
    const names = namesOf(claimed.flat());
    expect(new Set(names).size).toBe(names.length);
    expect(claimed.every((jobs) => jobs.length <= 10)).toBe(true);
    let left = 60 - names.length;
    while (left > 0) {
      const more = await claim(shared(20, 3));
      expect(more.length).toBeGreaterThan(0);
      left -= more.length;
    }
    expect(left).toBe(0);
  });
};
