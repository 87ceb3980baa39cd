import {
  logOfEachNode,
  presencesOfEachNode,
  queuesOfEachNode,
} from "../../../../src/adapters/persistence/breakers/node-by-node";
import type { EventLog } from "../../../../src/application/ports/events/event-log";
import type { EventQueueStore } from "../../../../src/application/ports/events/event-queue-store";
import type { PresenceStore } from "../../../../src/application/ports/users/presence-store";
import { aQueue } from "../../../support/builders/entities";
import { realmBreakersIn, silence } from "../../../support/storage/realm-breakers";

const notHere = () => Promise.reject(new Error("not here"));

let now: number;
/** Realms of which a call fails, with its error. */
let failures: Map<number, Error>;
/** The realms of each call that was made. */
let calls: (readonly number[])[];

beforeEach(() => {
  now = 0;
  failures = new Map();
  calls = [];
});

const made = async <A>(realmIds: readonly number[], answer: A): Promise<A> => {
  calls.push(realmIds);
  for (const realmId of realmIds) {
    const error = failures.get(realmId);
    if (error) throw error;
  }
  return answer;
};

/** Realms below 10 are on the first node, those below 20 on the second, and where the others are isn't known. */
const nodeOf = (realmId: number) => ["first", "second"][Math.floor(realmId / 10)];
const realms = () => realmBreakersIn({ now: () => now, nodeOf });

const log: EventLog = {
  after: notHere,
  undos: notHere,
  head: notHere,
  heads: (realmIds) => made(realmIds, new Map(realmIds.map((realmId) => [realmId, 7]))),
  prune: (logs) =>
    made(
      logs.map(({ realmId }) => realmId),
      undefined,
    ),
  prunedUpTo: notHere,
};

test("heads are asked of each node, and of all realms together whose node isn't known", async () => {
  const heads = await logOfEachNode(log, realms()).heads([1, 11, 2, 20, 30]);
  expect([...heads.keys()]).toEqual([1, 2, 11, 20, 30]);
  expect(calls).toHaveLength(3);
  expect(calls).toEqual(expect.arrayContaining([[1, 2], [11], [20, 30]]));
});

test("heads of a silent node are left out, until it is asked again", async () => {
  const { heads } = logOfEachNode(log, realms());
  failures.set(2, silence);
  for (let count = 0; count < 2; count += 1) expect([...(await heads([1, 2, 11])).keys()]).toEqual([11]);
  expect(calls).toEqual([[1, 2], [11], [11]]);
  failures.clear();
  now = 5000;
  expect([...(await heads([1, 2, 11])).keys()]).toEqual([1, 2, 11]);
});

test("heads fail if no node answers, and if one fails otherwise", async () => {
  const { heads } = logOfEachNode(log, realms());
  failures.set(11, new Error("no connection"));
  await expect(heads([1, 11])).rejects.toThrow("no connection");
  failures.set(1, silence);
  failures.set(11, silence);
  await expect(heads([1, 11])).rejects.toBe(silence);
  await expect(heads([1, 11])).rejects.toThrow(/^The database node first didn't answer/);
});

test("no call is made about nothing", async () => {
  expect(await logOfEachNode(log, realms()).heads([])).toEqual(new Map());
  expect(calls).toEqual([]);
});

test("logs are shortened on the nodes that answer, and the failure is told", async () => {
  failures.set(1, silence);
  const logs = [1, 11].map((realmId) => ({ realmId, upTo: 5 }));
  await expect(logOfEachNode(log, realms()).prune(logs, 0)).rejects.toBe(silence);
  expect(calls).toEqual([[1], [11]]);
});

test("clients are noted on the nodes that answer", async () => {
  const store: EventQueueStore = {
    add: notHere,
    find: notHere,
    remove: notHere,
    touch: (seen) =>
      made(
        seen.map(({ realmId }) => realmId),
        seen,
      ),
    removeIdle: notHere,
  };
  failures.set(1, silence);
  const seen = [1, 11].map((realmId) => ({ ...aQueue({ id: `queue-${realmId}` }), realmId }));
  expect(await queuesOfEachNode(store, realms()).touch(seen)).toEqual(seen.slice(1));
});

test("presences are stored on the nodes that answer, and the failure is told", async () => {
  const store: PresenceStore = {
    load: notHere,
    find: notHere,
    save: (presences) =>
      made(
        presences.map(({ realmId }) => realmId),
        undefined,
      ),
    lower: notHere,
  };
  failures.set(1, silence);
  const presences = [1, 11].map((realmId) => ({
    realmId,
    userId: 1,
    presence: { activeAt: 1, idleAt: 1 },
  }));
  const { save } = presencesOfEachNode(store, realms());
  await expect(save(presences)).rejects.toBe(silence);
  failures.clear();
  await expect(save(presences)).rejects.toThrow(/^The database node first didn't answer/);
  expect(calls).toEqual([[1], [11], [11]]);
});
