import { deliverSignal } from "../../../src/application/queues/deliver-signal";
import { dropAcknowledged, type LiveQueue, queueReadTo } from "../../../src/application/queues/live-queue";
import { eventIdAt, idOf, lastEntryIdAt, signalIdAt } from "../../../src/domain/queues/event-queue";
import type { Signal } from "../../../src/domain/queues/signal";
import { aMoment } from "../../support/application/fakes";
import { aQueue, aRealmState } from "../../support/builders/entities";

const state = aRealmState({ position: 5 });
const signal: Signal = {
  type: "typing",
  op: "start",
  userId: 2,
  place: { kind: "direct", participants: [1, 2] },
};
const live = (more: Partial<LiveQueue> = {}): LiveQueue => ({
  ...queueReadTo(1, aQueue(), state, aMoment),
  readTo: undefined,
  ...more,
});
const deliver = (queue: LiveQueue, position = 5) => deliverSignal(queue, { signal, state }, position);

test("a signal wakes the poll that waits for it, under an id after the newest event's entries", () => {
  const wake = jest.fn();
  const queue = live({ wake });
  expect(deliver(queue)).toBe(true);
  expect(wake).toHaveBeenCalledTimes(1);
  const [item] = queue.pending;
  expect(item).toMatchObject({ signal, state });
  expect(item && idOf(item)).toBeGreaterThan(lastEntryIdAt(5));
  expect(queue.lastId).toBe(item && idOf(item));
});

test("signals at one position have growing ids, also after a heartbeat that the client received", () => {
  const heartbeat = (signalIdAt(5, 0) ?? 0) + 7;
  const queue = live({ lastId: heartbeat });
  deliver(queue);
  deliver(queue);
  expect(queue.pending.map(idOf)).toEqual([heartbeat + 1, heartbeat + 2]);
});

test("a queue that doesn't ask for the category, or still reads the log, gets no signal", () => {
  for (const queue of [
    live({ queue: aQueue({ categories: ["channel_typing"] }) }),
    live({ readTo: state }),
  ]) {
    expect(deliver(queue)).toBe(false);
    expect(queue.pending).toEqual([]);
  }
  expect(deliver(live({ queue: aQueue({ categories: ["direct_typing"] }) }))).toBe(true);
});

test("a queue whose client fetches nothing takes 2,000 signals, and more once they are fetched", () => {
  const queue = live();
  for (let count = 0; count < 2000; count += 1) expect(deliver(queue)).toBe(true);
  const { lastId } = queue;
  expect(deliver(queue)).toBe(false);
  expect(queue.lastId).toBe(lastId);
  dropAcknowledged(queue, lastId);
  expect(deliver(queue)).toBe(true);
});

test("a signal is lost where the ids of a position are used up", () => {
  const queue = live({ lastId: eventIdAt(6) - 1 });
  expect(deliver(queue)).toBe(false);
  expect(deliver(queue, 6)).toBe(true);
});
