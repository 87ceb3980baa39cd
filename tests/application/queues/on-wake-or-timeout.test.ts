import { type LiveQueue, queueReadTo } from "../../../src/application/queues/live-queue";
import { onWakeOrTimeout } from "../../../src/application/queues/on-wake-or-timeout";
import { TimerWheel } from "../../../src/application/queues/timer-wheel";
import { aMoment } from "../../support/application/fakes";
import { aQueue, aRealmState } from "../../support/builders/entities";

const live = (): LiveQueue => queueReadTo(1, aQueue(), aRealmState(), aMoment);
const hour = 3_600_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Waits with a queue; `leave` is what the client's disconnect calls. */
const wait = (queue = live(), milliseconds = hour) => {
  const waiting = { queue, isOver: false, leave: () => {} };
  waiting.leave = onWakeOrTimeout(new TimerWheel(), queue, milliseconds, () => {
    waiting.isOver = true;
  });
  return waiting;
};
const isOver = async (waiting: ReturnType<typeof wait>): Promise<boolean> => {
  await Promise.resolve();
  await Promise.resolve();
  return waiting.isOver;
};

test("the wait ends when the queue is woken, and then nothing wakes it again", async () => {
  const waiting = wait();
  expect(await isOver(waiting)).toBe(false);
  waiting.queue.wake?.();
  expect(await isOver(waiting)).toBe(true);
  expect(waiting.queue.wake).toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});

test("the wait ends when the client disconnects", async () => {
  const waiting = wait();
  waiting.leave();
  expect(await isOver(waiting)).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

test("the wait ends when its time is over", async () => {
  const waiting = wait(live(), 1000);
  await jest.advanceTimersByTimeAsync(900);
  expect(await isOver(waiting)).toBe(false);
  await jest.advanceTimersByTimeAsync(300);
  expect(await isOver(waiting)).toBe(true);
});

test("a wait that ends leaves the queue to a newer one", async () => {
  const first = wait();
  const second = wait(first.queue);
  first.leave();
  expect(await isOver(first)).toBe(true);
  expect(await isOver(second)).toBe(false);
  first.queue.wake?.();
  expect(await isOver(second)).toBe(true);
});
