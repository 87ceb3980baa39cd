import { readInBatches } from "../../../src/application/messages/shared/message-page";

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
    async (some) => some,
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
    async (some) => {
      reads.push(some.length);
      return some;
    },
    () => bytes,
  );
  return reads;
};

test("few long messages are read at once, and many short ones", async () => {
  expect(await readsOf(19, 800_000)).toEqual([5, 5, 5, 4]);
  expect(await readsOf(500, 100)).toEqual([5, 10, 20, 40, 80, 100, 100, 100, 45]);
});

test("nothing more is read once the messages are too long together", async () => {
  expect(await readsOf(100, 800_000)).toEqual([5, 5, 5, 5, 5]);
});
