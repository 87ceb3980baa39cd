import { longWait } from "../../../../../src/adapters/persistence/knex/database/long-statements";

test("the log has a line about a long wait after three seconds, and then one a minute", () => {
  jest.useFakeTimers();
  const isLineDue = longWait();
  const due: number[] = [];
  for (let second = 0; second < 130; second += 1) {
    if (isLineDue()) due.push(second);
    jest.advanceTimersByTime(1000);
  }
  expect(due).toEqual([3, 63, 123]);
});
