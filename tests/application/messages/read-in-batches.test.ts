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
