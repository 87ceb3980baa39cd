import { sharing } from "../../../src/adapters/images/sharp-image-editor";

const pause = () => new Promise((resolve) => setImmediate(resolve));

test("all that is under way together is never more than there is room for", async () => {
  const inRoom = sharing(100);
  let used = 0;
  let most = 0;
  const work = (share: number) =>
    inRoom(share, async () => {
      used += share;
      most = Math.max(most, used);
      await pause();
      used -= share;
    });
  await Promise.all([90, 90, 5, 50, 50, 10, 1].map(work));
  expect(most).toBeLessThanOrEqual(100);
  expect(used).toBe(0);
});

test("what alone is larger than all the room goes by itself, and what fails leaves its room to others", async () => {
  const inRoom = sharing(10);
  await expect(inRoom(1000, async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(inRoom(10, async () => "next")).resolves.toBe("next");
});

test("whoever came first goes first, however small others are", async () => {
  const inRoom = sharing(10);
  const order: string[] = [];
  const work = (name: string, share: number) =>
    inRoom(share, async () => {
      order.push(name);
      await pause();
    });
  await Promise.all([work("first", 6), work("large", 10), work("small", 1)]);
  expect(order).toEqual(["first", "large", "small"]);
});
