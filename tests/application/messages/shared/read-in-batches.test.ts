import { readInBatches } from "../../../../src/application/messages/shared/read-in-batches";

test("others are served while many long messages are measured", async () => {
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const ids = Array.from({ length: 19 }, (_, index) => index + 1);
  const measured = await readInBatches(
    ids,
    async (some) => ({ found: some }),
    () => {
      turns.push(turn);
      return 800_000;
    },
  );
  isOver = true;
  expect(measured).toEqual({ _tag: "Right", right: ids });
  const most = Math.max(...turns.map((one) => turns.filter((other) => other === one).length));
  expect(most).toBeLessThanOrEqual(2);
});

const readsOf = async (count: number, bytes: number): Promise<readonly number[]> => {
  const reads: number[] = [];
  await readInBatches(
    Array.from({ length: count }, (_, index) => index + 1),
    async (some, enough) => {
      const found = some.slice(0, Math.ceil(enough / bytes));
      reads.push(found.length);
      return found.length * bytes < enough ? { found } : { found, endsAt: found.at(-1) };
    },
    () => bytes,
  );
  return reads;
};

test("few long messages are read at once, and many short ones", async () => {
  expect(await readsOf(7, 800_000)).toEqual([2, 2, 2, 1]);
  expect(await readsOf(500, 100)).toEqual([5, 10, 20, 40, 80, 100, 100, 100, 45]);
});

test("nothing more is read once the messages are too long together", async () => {
  expect(await readsOf(100, 800_000)).toEqual(Array(11).fill(2));
});
