import { announceRestart } from "../../../src/application/queues/announce-restart";
import { type LiveQueue, queueReadTo } from "../../../src/application/queues/live-queue";
import { type EventQueue, eventIdAt } from "../../../src/domain/queues/event-queue";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { aMoment } from "../../support/application/fakes";
import { aQueue, aRealmState } from "../../support/builders/entities";

const state = aRealmState({ position: 5 });
const run = { startedAt: 100, webBuild: "new" };

/** A queue that follows live events. */
const live = (more: Partial<EventQueue> = {}): LiveQueue => ({
  ...queueReadTo(1, aQueue(more), state, aMoment),
  readTo: undefined,
});
/** A poll of the queue. @returns the announcements that wait in it. */
const announce = (queue: LiveQueue, afterId = queue.lastId, inMemory: readonly RealmState[] = [state]) => {
  const directory = { peek: () => inMemory[0], positionOf: () => inMemory[0]?.position ?? 0 };
  announceRestart({ directory, run }, queue, afterId);
  return queue.pending.flatMap((item) => ("signal" in item ? [item.signal.type] : []));
};

test("a queue is notified of a restart and of a new web client once", () => {
  const queue = live({ heardRunOf: 90, heardWebBuild: "old" });
  expect(announce(queue)).toEqual(["server_restarted", "web_client_replaced"]);
  expect(announce(queue)).toHaveLength(2);
  queue.pending = [];
  expect(announce(queue, queue.announcedUpTo)).toEqual([]);
  expect(queue.heardFrom).toEqual(run);
});

test("until the client acknowledges the announcement, another node would repeat it", () => {
  const queue = live({ heardRunOf: 90 });
  const before = queue.lastId;
  announce(queue);
  announce(queue, before);
  expect(queue.heardFrom.startedAt).toBe(90);
  announce(queue, queue.announcedUpTo);
  expect(queue.heardFrom.startedAt).toBe(100);
});

test("a web client of the same build is not announced", () => {
  expect(announce(live({ heardRunOf: 90, heardWebBuild: "new" }))).toEqual(["server_restarted"]);
});

test("a process that started no later announces nothing, and a client of an older version is notified of any", () => {
  expect(announce(live({ heardRunOf: 100, heardWebBuild: "old" }))).toEqual([]);
  expect(announce(live({ heardRunOf: 101, heardWebBuild: "old" }))).toEqual([]);
  expect(announce(live({ heardRunOf: null }))).toContain("server_restarted");
});

test("a queue that is still reading the log, or whose realm isn't in memory, catches up first", () => {
  const reading = { ...live({ heardRunOf: 90 }), readTo: state };
  expect(announce(reading)).toEqual([]);
  expect(reading.heardFrom.startedAt).toBe(90);
  expect(announce(live({ heardRunOf: 90 }), undefined, [])).toEqual([]);
});

test("a queue without ids left announces once it has some again", () => {
  const queue = live({ heardRunOf: 90, heardWebBuild: "old" });
  queue.lastId = eventIdAt(6) - 1;
  expect(announce(queue)).toEqual([]);
  expect(queue.heardFrom.startedAt).toBe(90);
  const extended = aRealmState({ position: 6 });
  expect(announce(queue, queue.lastId, [extended])).toEqual(["server_restarted", "web_client_replaced"]);
});

test("a queue with one id left repeats both announcements once it has more", () => {
  const queue = live({ heardRunOf: 90, heardWebBuild: "old" });
  queue.lastId = eventIdAt(6) - 2;
  expect(announce(queue)).toEqual(["server_restarted"]);
  expect(queue.announcedUpTo).toBeUndefined();
  queue.pending = [];
  const extended = aRealmState({ position: 6 });
  expect(announce(queue, queue.lastId, [extended])).toEqual(["server_restarted", "web_client_replaced"]);
});

test("a queue that asks for neither announcement counts as notified", () => {
  const queue = live({ heardRunOf: 90, categories: ["message"] });
  expect(announce(queue)).toEqual([]);
  expect(queue.heardFrom).toEqual(run);
  expect(queue.announcedUpTo).toBeUndefined();
});
