import { dropLongIdle, dropLongNarrows, holdsTooMuch } from "../../../src/application/queues/idle-memory";
import {
  addItem,
  dropAcknowledged,
  LocalQueues,
  queueReadTo,
} from "../../../src/application/queues/live-queue";
import type { RealmEvent } from "../../../src/domain/events/event";
import { eventIdAt, type QueueItem } from "../../../src/domain/queues/event-queue";
import { aMoment } from "../../support/application/fakes";
import { aQueue, aRealmState } from "../../support/builders/entities";

const state = aRealmState({ position: 5 });

const eventOf = (length: number): RealmEvent => ({
  type: "user_status_changed",
  userId: 1,
  change: { text: "x".repeat(length) },
});

const itemOf = (position: number, length: number): QueueItem => ({
  position,
  event: eventOf(length),
  before: state,
  after: state,
});

const queuesOf = (count: number) => {
  const queues = new LocalQueues();
  for (let index = 0; index < count; index += 1)
    queues.add(queueReadTo(1, aQueue({ id: `queue-${index}` }), state, aMoment));
  const give = (item: QueueItem, indexes: Iterable<number> = Array(count).keys()) => {
    const all = [...queues.all()];
    for (const index of indexes) {
      const live = all[index];
      if (live) addItem(live, item);
    }
    dropLongIdle(queues, 100_000);
  };
  return { queues, give };
};

test("no event makes those that idle queues hold be looked through", () => {
  const { queues, give } = queuesOf(50);
  let looks = 0;
  for (let position = 6; position < 56; position += 1) {
    const event = eventOf(500);
    give({
      position,
      before: state,
      after: state,
      get event() {
        looks += 1;
        return event;
      },
    });
  }
  looks = 0;
  give(itemOf(60, 20_000));
  expect(looks).toBe(0);
  expect(queues.size).toBe(50);
});

test("a long event counts once, and not after its last queue has dropped it", () => {
  const { queues, give } = queuesOf(3);
  for (let round = 0; round < 5; round += 1) {
    for (let position = 10; position < 13; position += 1) give(itemOf(position, 30_000));
    expect(queues.longItems.length).toBeGreaterThan(90_000);
    const [first, ...others] = queues.all();
    if (first) dropAcknowledged(first, eventIdAt(12));
    expect(queues.longItems.length).toBeGreaterThan(90_000);
    for (const live of others) queues.drop(live);
    expect(queues.longItems.length).toBe(0);
    for (const live of others) {
      dropAcknowledged(live, eventIdAt(12));
      queues.add(live);
    }
  }
});

test("idle queues with long events are dropped when these are too long together", () => {
  const { queues, give } = queuesOf(4);
  const [polled] = queues.all();
  if (polled) polled.wake = () => undefined;
  give(itemOf(6, 10), [3]);
  for (let position = 7; position < 10; position += 1) give(itemOf(position, 30_000), [0, 1, 2]);
  expect(queues.size).toBe(4);
  give(itemOf(10, 30_000), [0, 1]);
  expect([...queues.all()].map(({ queue }) => queue.id)).toEqual(["queue-0", "queue-3"]);
});

test("a queue holds too much by its share of long events, and by all of its short ones", () => {
  const { queues } = queuesOf(6);
  const [only, ...sharing] = queues.all();
  const [two, three] = [sharing.slice(0, 2), sharing.slice(2)];
  for (const some of [two, three])
    for (let position = 6; position < 9; position += 1) {
      const item = itemOf(position, 900_000);
      for (const live of some) addItem(live, item);
    }
  expect(two.map(holdsTooMuch)).toEqual([true, true]);
  expect(three.map(holdsTooMuch)).toEqual([false, false, false]);
  for (let position = 9; position < 300; position += 1) {
    const item = itemOf(position, 3900);
    for (const live of queues.all()) addItem(live, item);
  }
  expect(only && holdsTooMuch(only)).toBe(true);
});

test("a queue isn't looked through for each event that several wait for", () => {
  const { queues } = queuesOf(100);
  const [live] = queues.all();
  if (!live) throw new Error("There are queues");
  let looks = 0;
  const watched: QueueItem = {
    position: 6,
    before: state,
    after: state,
    get event() {
      looks += 1;
      return eventOf(5000);
    },
  };
  addItem(live, watched, 5000);
  const give = (position: number): void => {
    const item = itemOf(position, 50_000);
    for (const each of queues.all()) addItem(each, item);
  };
  for (let position = 7; position < 27; position += 1) give(position);
  expect([holdsTooMuch(live), looks]).toEqual([false, 1]);
  for (let position = 27; position < 44; position += 1) {
    give(position);
    expect([holdsTooMuch(live), looks]).toEqual([false, 1]);
  }
});

test("a queue whose client has received everything may hold as much as a new one", () => {
  const { queues } = queuesOf(100);
  const [live] = queues.all();
  if (!live) throw new Error("There are queues");
  for (let position = 6; position < 106; position += 1) {
    const item = itemOf(position, 50_000);
    for (const each of queues.all()) addItem(each, item);
  }
  expect(holdsTooMuch(live)).toBe(false);
  dropAcknowledged(live, eventIdAt(106));
  for (let position = 106; position < 406; position += 1) addItem(live, itemOf(position, 3900));
  expect(holdsTooMuch(live)).toBe(true);
});

test("queues with long narrows leave memory together, but none that a client polls", () => {
  const queues = new LocalQueues();
  for (const id of ["polled", "idle", "short"]) {
    const topic = "x".repeat(id === "short" ? 10 : 2000);
    const narrow = [{ operator: "topic", topic, negated: false }] as const;
    queues.add(queueReadTo(1, aQueue({ id, narrow }), state, aMoment));
  }
  const [polled] = queues.all();
  if (polled) polled.wake = () => {};
  const ids = () => [...queues.all()].map(({ queue }) => queue.id);
  dropLongNarrows(queues, 10_000);
  expect(ids()).toEqual(["polled", "idle", "short"]);
  dropLongNarrows(queues, 1000);
  expect(ids()).toEqual(["polled", "short"]);
});
