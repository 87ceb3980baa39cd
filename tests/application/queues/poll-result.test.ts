import { addItem, type LiveQueue, queueReadTo } from "../../../src/application/queues/live-queue";
import { enoughAtOnce, pollResult } from "../../../src/application/queues/poll-result";
import { eventIdAt, positionOf, type QueueItem } from "../../../src/domain/queues/event-queue";
import { aMoment } from "../../support/application/fakes";
import { aMessageSent, aQueue, aRealmState } from "../../support/builders/entities";

const state = aRealmState({ position: 5 });
const live = (): LiveQueue => queueReadTo(1, aQueue(), state, aMoment);
const after = eventIdAt(5);
const waited = { hasWaited: true, isOver: false };
const asked = { hasWaited: false, isOver: false };
const long = "x".repeat(enoughAtOnce / 4);
const step = (position: number): QueueItem => ({
  position,
  event: aMessageSent({ id: position, content: "", renderedContent: long }),
  before: state,
  after: state,
});

test("a poll is answered with what is pending, up to the item that makes it long enough", () => {
  const queue = live();
  for (let position = 6; position < 16; position += 1) addItem(queue, step(position));
  const { items, heartbeatId } = pollResult(queue, after, 15, waited);
  expect(items).toEqual(queue.pending.slice(0, items.length));
  expect(items.length).toBeGreaterThanOrEqual(3);
  expect(items.length).toBeLessThanOrEqual(4);
  expect(heartbeatId).toBeUndefined();
});

test("a poll that waited for nothing ends with a heartbeat at the position that it reached", () => {
  const queue = live();
  const { items, heartbeatId } = pollResult(queue, after, 8, waited);
  expect(items).toEqual([]);
  expect(positionOf(heartbeatId ?? 0)).toBe(8);
  expect(queue.lastId).toBe(heartbeatId);
  expect(pollResult(queue, heartbeatId ?? 0, 8, waited).heartbeatId).toBe((heartbeatId ?? 0) + 1);
});

test("a poll that doesn't wait moves its client on only from a thousand positions behind", () => {
  expect(pollResult(live(), after, 5 + 999, asked).heartbeatId).toBeUndefined();
  expect(positionOf(pollResult(live(), after, 5 + 1000, asked).heartbeatId ?? 0)).toBe(1005);
});

test("a poll that was ended by another one says so, with and without items", () => {
  const over = { hasWaited: true, isOver: true };
  const queue = live();
  expect(pollResult(queue, after, 5, over).isOver).toBe(true);
  addItem(queue, step(6));
  expect(pollResult(queue, after, 6, over)).toMatchObject({ isOver: true, items: [step(6)] });
  expect(pollResult(queue, after, 6, waited).isOver).toBe(false);
});
