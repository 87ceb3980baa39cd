import {
  addItem,
  dropAcknowledged,
  itemLength,
  LocalQueues,
  queueReadTo,
  seenAt,
} from "../../../src/application/queues/live-queue";
import type { RealmEvent } from "../../../src/domain/events/event";
import { eventLength } from "../../../src/domain/events/event-length";
import { eventIdAt, type QueueItem } from "../../../src/domain/queues/event-queue";
import { aMoment } from "../../support/application/fakes";
import { aQueue, aRealmState } from "../../support/builders/entities";

const state = aRealmState({ position: 5 });
const live = (id = "queue-1", userId = 1, realmId = 1) =>
  queueReadTo(realmId, aQueue({ id, userId }), state, aMoment);
const event: RealmEvent = { type: "user_status_changed", userId: 1, change: { text: "away" } };
const step = (position: number): QueueItem => ({ position, event, before: state, after: state });
const signal: QueueItem = {
  eventId: eventIdAt(6) + 3000,
  signal: { type: "server_restarted", startedAt: 1 },
  state,
};

test("a new queue continues after the state that it was read to", () => {
  expect(live()).toMatchObject({ acknowledged: 5, lastId: eventIdAt(5), pending: [], readTo: state });
});

test("queues are found by realm and id, and by user", () => {
  const queues = new LocalQueues();
  const [first, second, elsewhere] = [live("a"), live("b"), live("c", 1, 2)];
  for (const one of [first, second, elsewhere]) queues.add(one);
  expect(queues.size).toBe(3);
  expect(queues.get(1, "a")).toBe(first);
  expect(queues.get(2, "a")).toBeUndefined();
  expect(queues.byUser(1)).toEqual(new Map([[1, new Set([first, second])]]));
  expect(queues.byUser(3)).toBeUndefined();
});

test("a dropped queue is no longer here, and its poll ends", () => {
  const queues = new LocalQueues();
  const [first, second] = [live("a"), live("b", 2)];
  const wake = jest.fn();
  first.wake = wake;
  queues.add(first);
  queues.add(second);
  queues.end(first);
  expect([first.isEnded, second.isEnded]).toEqual([true, false]);
  expect(wake).toHaveBeenCalledTimes(1);
  expect(queues.get(1, "a")).toBeUndefined();
  expect(queues.byUser(1)).toEqual(new Map([[2, new Set([second])]]));
  queues.drop(second);
  expect(queues.byUser(1)).toBeUndefined();
  expect(queues.size).toBe(0);
});

test("dropping a queue leaves a newer one with the same id", () => {
  const queues = new LocalQueues();
  const [before, after] = [live("a"), live("a")];
  queues.add(before);
  queues.add(after);
  queues.drop(before);
  expect(queues.get(1, "a")).toBe(after);
  expect(queues.byUser(1)).toEqual(new Map([[1, new Set([after])]]));
});

test("pending items count their length, which signals don't add to, until they are acknowledged", () => {
  const queue = live();
  for (const item of [step(6), signal, step(7)]) addItem(queue, item);
  expect(itemLength(signal)).toBe(0);
  expect(queue.pendingLength).toBe(2 * eventLength(event));
  dropAcknowledged(queue, eventIdAt(6));
  expect(queue.pending).toEqual([signal, step(7)]);
  expect(queue.pendingLength).toBe(eventLength(event));
  dropAcknowledged(queue, eventIdAt(7));
  expect([queue.pending, queue.pendingLength]).toEqual([[], 0]);
});

test("a queue that is polled counts as seen now, another as seen at its last poll", () => {
  const queue = live();
  const later = aMoment + 60_000;
  expect(seenAt(queue, later)).toMatchObject({ id: "queue-1", acknowledged: 5, lastSeenAt: aMoment });
  queue.wake = () => {};
  expect(seenAt(queue, later).lastSeenAt).toBe(later);
});
