import { TurnQueue } from "../../../src/application/admission/turn-queue";

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("runs a fixed number of pieces in each turn of the event loop, in order", async () => {
  const queue = new TurnQueue(2);
  const done: number[] = [];
  for (let piece = 1; piece <= 5; piece += 1) queue.add(() => done.push(piece));
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual([1, 2]);
  await nextTurn();
  expect(done).toEqual([1, 2, 3, 4]);
  await nextTurn();
  expect(done).toEqual([1, 2, 3, 4, 5]);
});

test("work that adds work doesn't run more of it in a turn", async () => {
  const queue = new TurnQueue(1);
  let done = 0;
  const again = (): void => {
    done += 1;
    queue.add(again);
  };
  queue.add(again);
  for (let turn = 1; turn <= 5; turn += 1) {
    await nextTurn();
    expect(done).toBe(turn);
  }
});
