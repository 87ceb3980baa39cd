import { retryJobs } from "../../../src/application/jobs/retry-jobs";
import { realmOfJobs } from "../../support/application/dead-jobs";
import { namesOf } from "../../support/application/jobs";

test("a job that was given up is due again at once, as if it had never failed", async () => {
  const { clock, giveUp, dueNow, ...ports } = await realmOfJobs();
  const [one, other] = [await giveUp("one"), await giveUp("other")];
  clock.advance(60_000);
  expect(await retryJobs({ ...ports, clock })(one)).toBe(1);
  expect(await ports.deadLetters.waiting()).toMatchObject([
    { count: 1, failing: 0, firstDueAt: clock.now() },
  ]);
  const again = await dueNow();
  expect(namesOf(again)).toEqual(["one"]);
  expect(again).toMatchObject([{ failures: 0, attempts: 1 }]);
  expect(await ports.deadLetters.list(9)).toEqual([other]);
});

test("all of a kind are retried, and those of other kinds stay", async () => {
  const { giveUp, dueNow, ...ports } = await realmOfJobs();
  for (const name of ["one", "two"]) await giveUp(name);
  const mail = await giveUp("three", "deliver_mail");
  const retry = retryJobs(ports);
  expect(await retry({ kind: "call_bot" })).toBe(2);
  expect(namesOf(await dueNow())).toEqual(["one", "two"]);
  expect(await ports.deadLetters.list(9)).toEqual([mail]);
  expect(await retry({ kind: "call_bot" })).toBe(0);
});

test("nothing is retried for an id that is unknown or another realm's", async () => {
  const { realmId, giveUp, dueNow, ...ports } = await realmOfJobs();
  const letter = await giveUp("one");
  const retry = retryJobs(ports);
  for (const which of [
    { ...letter, id: letter.id + 1 },
    { ...letter, realmId: realmId + 1 },
  ])
    expect(await retry(which)).toBe(0);
  expect(await dueNow()).toEqual([]);
  expect(await ports.deadLetters.list(9)).toEqual([letter]);
});
