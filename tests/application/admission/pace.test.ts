import { Pace } from "../../../src/application/admission/pace";

const usual = { running: 64, runningEach: 16, waiting: 500, waitingEach: 100 };

test("while requests take too long fewer run, down to a few, and as many as ever soon after", () => {
  const pace = new Pace(usual);
  expect([pace.limits.running, pace.isSlowed]).toEqual([64, false]);
  let now = 0;
  for (let round = 0; round < 20; round += 1) {
    pace.took(now, now + 900);
    now += 900;
  }
  expect([pace.limits.running, pace.isSlowed]).toEqual([3, true]);
  for (let quick = 0; quick < 250; quick += 1) pace.took(now, now + 5);
  expect([pace.limits.running, pace.isSlowed]).toEqual([64, false]);
});

test("many that were slow together count once", () => {
  const pace = new Pace(usual);
  for (let one = 0; one < 64; one += 1) pace.took(0, 900 + one);
  expect(pace.limits.running).toBe(38);
});

test("a class that runs one at a time goes on", () => {
  const pace = new Pace({ ...usual, running: 1 });
  pace.took(0, 5000);
  expect(pace.limits.running).toBe(1);
});

test("who may wait, and how many each has, stays", () => {
  expect(new Pace(usual).limits).toMatchObject({ runningEach: 16, waiting: 500, waitingEach: 100 });
});
