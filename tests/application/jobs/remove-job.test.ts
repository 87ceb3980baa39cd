import { removeJob } from "../../../src/application/jobs/remove-job";
import { retryJobs } from "../../../src/application/jobs/retry-jobs";
import { realmOfJobs } from "../../support/application/dead-jobs";

test("a removed job is neither listed nor retried, and the others stay", async () => {
  const { giveUp, dueNow, ...ports } = await realmOfJobs();
  const [one, other] = [await giveUp("one"), await giveUp("other")];
  expect(await removeJob(ports)(one)).toBe(true);
  expect(await ports.deadLetters.list(9)).toEqual([other]);
  expect(await retryJobs(ports)(one)).toBe(0);
  expect(await dueNow()).toEqual([]);
});

test("says that there was none: of an id removed before, of another realm's, and of a job that still waits", async () => {
  const { realmId, giveUp, enqueue, dueNow, ...ports } = await realmOfJobs();
  const letter = await giveUp("one");
  const remove = removeJob(ports);
  expect(await remove({ ...letter, realmId: realmId + 1 })).toBe(false);
  expect(await remove(letter)).toBe(true);
  expect(await remove(letter)).toBe(false);
  await enqueue("waiting");
  for (const job of await dueNow()) expect(await remove(job)).toBe(false);
  expect(await ports.deadLetters.waiting()).toMatchObject([{ count: 1 }]);
});
