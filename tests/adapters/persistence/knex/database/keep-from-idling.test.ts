import { keepFromIdling } from "../../../../../src/adapters/persistence/knex/database/keep-from-idling";
import type { Sql } from "../../../../../src/adapters/persistence/knex/database/rows";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A transaction that counts its statements. */
const setUp = () => {
  const raw = jest.fn(async () => undefined);
  return { raw, trx: { raw } as unknown as Sql };
};

test("a transaction is kept from idling until that is stopped", async () => {
  const { raw, trx } = setUp();
  const stop = keepFromIdling(trx, { beatMilliseconds: 100 });
  await jest.advanceTimersByTimeAsync(100_000);
  expect(raw).toHaveBeenCalledTimes(1000);
  stop();
  await jest.advanceTimersByTimeAsync(1000);
  expect(raw).toHaveBeenCalledTimes(1000);
});

test("a transaction whose work never ends is left to the server after the longest time", async () => {
  const { raw, trx } = setUp();
  keepFromIdling(trx, { beatMilliseconds: 100, longest: 1000 });
  await jest.advanceTimersByTimeAsync(100_000);
  expect(raw).toHaveBeenCalledTimes(10);
  expect(jest.getTimerCount()).toBe(0);
});
