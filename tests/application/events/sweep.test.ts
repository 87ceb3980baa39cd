import { sweep } from "../../../src/application/events/sweep";
import type { PassedLog } from "../../../src/application/ports/events/event-log";
import { type MemoryApplication, memoryApplication } from "../../support/application/memory-application";
import { aMessageSent } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

const minute = 60_000;

let world: MemoryApplication;

beforeEach(async () => {
  world = await memoryApplication();
});

const forgotten = () => world.persistence.eventLog.prunedUpTo(world.realmId);

test("the log keeps what was logged within an hour for nodes that follow it, even if no queue needs it", async () => {
  const { services, persistence, clock, realmId } = world;
  const old = await persistence.eventLog.head(realmId);
  clock.advance(10 * minute);
  const position = await commitAll(persistence.eventStore, realmId, [aMessageSent({ id: 100 })]);
  clock.advance(49 * minute);
  await sweep(services)();
  expect(await forgotten()).toBe(0);
  // An hour has passed, but a log is pruned for five minutes' worth at least.
  clock.advance(3 * minute);
  await sweep(services)();
  expect(await forgotten()).toBe(0);
  clock.advance(4 * minute);
  await sweep(services)();
  expect(await forgotten()).toBe(old);
  clock.advance(10 * minute);
  await sweep(services)();
  expect(await forgotten()).toBe(position);
});

test("the logs of all realms are pruned, however many there are", async () => {
  const { services, outside } = world;
  const passed = Array.from({ length: 2500 }, (_, index) => ({ realmId: index + 1, upTo: 1 }));
  const pruned: PassedLog[] = [];
  await sweep({
    ...services,
    workFinder: {
      ...outside.workFinder,
      passedLogs: async (_, after, limit) => passed.filter(({ realmId }) => realmId > after).slice(0, limit),
    },
    eventLog: { ...outside.eventLog, prune: async (logs) => void pruned.push(...logs) },
  })();
  expect(pruned).toEqual(passed);
});

test("a queue ends three minutes after its time, because another node may have heard from its client since", async () => {
  const { services, realmId, clock } = world;
  const removeIdle = jest.spyOn(services.queueStore, "removeIdle");
  await services.directory.stateOf(realmId);
  await sweep(services)();
  expect(removeIdle).toHaveBeenCalledWith(clock.now() - 3 * minute, 1000);
});

/** Stops the sweep during the first call of a method that would have more to do. @returns how often each was called. */
const callsOfStopped = async (during: "prune" | "removeIdle" | "removeIdleSessions") => {
  const { services, outside } = world;
  const stopping = new AbortController();
  const calls = { removeIdleSessions: 0, removeIdle: 0, prune: 0 };
  const called = (name: keyof typeof calls): void => {
    calls[name] += 1;
    if (name === during) stopping.abort();
    if (calls[name] > 3) throw new Error("It doesn't stop");
  };
  await sweep({
    ...services,
    sessions: {
      ...outside.sessions,
      removeIdle: async (_before, limit) => {
        called("removeIdleSessions");
        return during === "removeIdleSessions" ? limit : 0;
      },
    },
    queueStore: {
      ...outside.queueStore,
      removeIdle: async (_before, limit) => {
        called("removeIdle");
        const deleted = (_: unknown, index: number) => ({ realmId: 1, id: `queue-${index}` });
        return during === "removeIdle" ? Array.from({ length: limit }, deleted) : [];
      },
    },
    workFinder: {
      ...outside.workFinder,
      passedLogs: async (_before, after, limit) =>
        Array.from({ length: limit }, (_, index) => ({ realmId: after + index + 1, upTo: 1 })),
    },
    eventLog: { ...outside.eventLog, prune: async () => called("prune") },
  })(stopping.signal);
  return calls;
};

test("a sweep of a process that stops ends after the statement in progress", async () => {
  const none = { removeIdleSessions: 0, removeIdle: 0, prune: 0 };
  expect(await callsOfStopped("removeIdleSessions")).toEqual({ ...none, removeIdleSessions: 1 });
  expect(await callsOfStopped("removeIdle")).toEqual({ ...none, removeIdleSessions: 1, removeIdle: 1 });
  expect(await callsOfStopped("prune")).toEqual({ removeIdleSessions: 1, removeIdle: 1, prune: 1 });
});

test("shortening logs leaves most of the time to others", async () => {
  const { services, outside } = world;
  const pruned = Array.from({ length: 60 }, (_, index) => ({ realmId: index + 1, upTo: 1 }));
  const working = 20;
  const began = performance.now();
  await sweep({
    ...services,
    workFinder: { ...outside.workFinder, passedLogs: async () => pruned },
    eventLog: {
      ...outside.eventLog,
      prune: () => new Promise((resolve) => setTimeout(resolve, working)),
    },
  })();
  expect(performance.now() - began).toBeGreaterThan(2 * 10 * working);
});
