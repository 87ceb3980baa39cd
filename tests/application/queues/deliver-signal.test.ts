import { deliverSignal } from "../../../src/application/queues/deliver-signal";
import {
  addItem,
  dropAcknowledged,
  type LiveQueue,
  queueReadTo,
} from "../../../src/application/queues/live-queue";
import {
  eventIdAt,
  idOf,
  lastEntryIdAt,
  type SignalItem,
  signalIdAt,
} from "../../../src/domain/queues/event-queue";
import { type Announcement, isAboutSame, type Signal } from "../../../src/domain/queues/signal";
import { aMoment } from "../../support/application/fakes";
import { aMessageSent, aQueue, aRealmState } from "../../support/builders/entities";

const state = aRealmState({ position: 5 });
const signal = {
  type: "typing",
  op: "start",
  userId: 2,
  place: { kind: "direct", participants: [1, 2] },
} as const satisfies Signal;
const present = (userId: number): Signal => ({
  type: "presence_changed",
  userId,
  presence: { activeAt: 1, idleAt: 1 },
  isArrival: true,
});
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

const typing = (userId: number, others: Partial<Extract<Signal, { type: "typing" }>> = {}): Signal => ({
  ...signal,
  userId,
  ...others,
});
const handAll = (queue: LiveQueue, ...signals: readonly SignalItem["signal"][]): void => {
  for (const one of signals) expect(deliverSignal(queue, { signal: one, state }, 5)).toBe(true);
};
const signalsIn = ({ pending }: LiveQueue) =>
  pending.flatMap((item) => ("signal" in item ? item.signal : []));
const repeated = (count: number, userId: number): readonly Signal[] =>
  Array.from({ length: count }, () => typing(userId));

test("a client receives each of two hundred signals; beyond that, a newer one replaces that of the same user and place", () => {
  const queue = live();
  const elsewhere = typing(3, { place: { kind: "channel", channelId: 4, topic: "lunch" } });
  handAll(queue, typing(3), elsewhere, ...repeated(198, 2));
  expect(queue.pending).toHaveLength(200);
  const stop = typing(3, { op: "stop" });
  handAll(queue, ...repeated(1000, 2), stop);
  expect(signalsIn(queue)).toEqual([elsewhere, ...repeated(198, 2), stop]);
  const ids = queue.pending.map(idOf);
  expect(ids).toEqual([...ids].sort((one, other) => one - other));
  expect(new Set(ids).size).toBe(200);
  dropAcknowledged(queue, ids[100] ?? 0);
  handAll(queue, ...repeated(50, 2));
  expect(queue.pending).toHaveLength(149);
});

test("where many signals wait, one about something else replaces the oldest, but no announcement and no event", () => {
  const restart: Announcement = { type: "server_restarted", startedAt: 1 };
  const queue = live();
  const event = aMessageSent();
  addItem(queue, { position: 5, before: state, event, after: state });
  handAll(queue, restart, typing(3), ...repeated(198, 2), typing(4));
  expect(signalsIn(queue)).toEqual([restart, ...repeated(198, 2), typing(4)]);
  expect(queue.pending[0]).toMatchObject({ event });
});

test("a queue full of events takes no signals until they are fetched", () => {
  const queue = live();
  const step = { position: 5, before: state, event: aMessageSent(), after: state };
  for (let count = 0; count < 2000; count += 1) addItem(queue, step);
  const { lastId } = queue;
  expect(deliver(queue)).toBe(false);
  expect(queue.lastId).toBe(lastId);
  dropAcknowledged(queue, lastEntryIdAt(5));
  expect(deliver(queue)).toBe(true);
});

test.each<[string, Signal, Signal, boolean]>([
  ["typing in one conversation", typing(2), typing(2, { op: "stop" }), true],
  ["two writers", typing(2), typing(3), false],
  ["two conversations", typing(2), typing(2, { place: { kind: "direct", participants: [2, 3] } }), false],
  ["a new message and an edit", typing(2), typing(2, { messageId: 1 }), false],
  ["one user's presence", present(2), present(2), true],
  ["the presence of two users", present(2), present(3), false],
  ["presence and typing", present(2), typing(2), false],
])("whether signals are about the same: %s", (_, one, other, areSame) => {
  expect(isAboutSame(one, other)).toBe(areSame);
});

test("a signal is lost where the ids of a position are used up", () => {
  const queue = live({ lastId: eventIdAt(6) - 1 });
  expect(deliver(queue)).toBe(false);
  expect(deliver(queue, 6)).toBe(true);
});
