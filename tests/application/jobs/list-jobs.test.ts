import { listJobs } from "../../../src/application/jobs/list-jobs";
import { realmOfJobs } from "../../support/application/dead-jobs";

test("lists the waiting jobs by kind, and those that were given up, the newest first", async () => {
  const { clock, enqueue, giveUp, ...ports } = await realmOfJobs();
  const list = listJobs(ports);
  expect(await list()).toEqual({ waiting: [], dead: [] });
  const first = await giveUp("first");
  clock.advance(1000);
  const second = await giveUp("second", "deliver_mail");
  for (const name of ["third", "fourth"]) await enqueue(name);
  await enqueue("fifth", "send_push");
  const waits = { failing: 0, firstDueAt: clock.now() };
  expect(await list()).toEqual({
    waiting: [
      { ...waits, kind: "call_bot", count: 2 },
      { ...waits, kind: "send_push", count: 1 },
    ],
    dead: [second, first],
  });
  expect([second, first]).toMatchObject([
    { kind: "deliver_mail", failures: 1, error: "second failed", buriedAt: clock.now() },
    { kind: "call_bot", failures: 1, error: "first failed", buriedAt: clock.now() - 1000 },
  ]);
});

test("lists at most a thousand that were given up", async () => {
  const { deadLetters } = await realmOfJobs();
  const asked = jest.spyOn(deadLetters, "list");
  await listJobs({ deadLetters })();
  expect(asked).toHaveBeenCalledWith(1000);
});
