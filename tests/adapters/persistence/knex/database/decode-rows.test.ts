import { decodedInSlices } from "../../../../../src/adapters/persistence/knex/database/decode-rows";

test("many rows are decoded in their order, a part of them in each turn of the event loop", async () => {
  let [run, longest, isOver] = [0, 0, false];
  const countTurns = () => {
    run = 0;
    if (!isOver) setImmediate(countTurns);
  };
  countTurns();
  const rows = Array.from({ length: 5000 }, (_, index) => index);
  const decoded = await decodedInSlices(rows, (row) => {
    run += 1;
    longest = Math.max(longest, run);
    return row * 2;
  });
  isOver = true;
  expect(decoded).toEqual(rows.map((row) => row * 2));
  expect(longest).toBeLessThanOrEqual(1000);
});
