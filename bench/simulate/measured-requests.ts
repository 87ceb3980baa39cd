import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../load";
import type { Person } from "../seed";
import type { Cost } from "./costs";
import { less, times } from "./load";
import { every, everyPerson, per, type Took, withDatabase } from "./measuring";
import { openReceivers } from "./receivers";
import { splitSend } from "./split-send";
import { inTurns, requestsTo, type World } from "./world";

/** Receivers in each organization while deliveries are measured. */
const receiversEach = 10;
const deliveryRealms = 60;

interface Written {
  readonly transactions: number;
  readonly walBytes: number;
  readonly storedBytes: number;
}

/** After PostgreSQL's processes have reported what they did, which takes them ten seconds. */
const written = async (world: World): Promise<Written> => {
  await sleep(11_000);
  return withDatabase(world, async (client) => {
    const { rows } = await client.query(
      `SELECT xact_commit::float AS transactions, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float AS "walBytes",
         pg_total_relation_size('messages')::float AS "storedBytes"
       FROM pg_stat_database WHERE datname = current_database()`,
    );
    return rows[0] as Written;
  });
};

/** Sends in organizations of their own, and many in one. */
export const measureSends = async (world: World, measured: Took) => {
  const { realms, server } = world;
  const { send } = requestsTo(server.url);
  const count = 3000;
  const before = await written(world);
  const alone = per(
    await measured(() => inTurns(count, 4, (index) => send(every(realms, index).people[0]))),
    count,
  );
  const after = await written(world);
  const busy = every(realms, 0);
  // A person's first message in a topic makes them follow it from then on.
  await inTurns(4 * busy.people.length, 4, (index) => send(everyPerson(busy, index)));
  const figure = () => server.figures(["parley_commit_events_count", "parley_commit_events_sum"]);
  const [commitsBefore = 0, eventsBefore = 0] = await figure();
  const together = per(
    await measured(() => inTurns(count, 16, (index) => send(everyPerson(busy, index)))),
    count,
  );
  const [commits = 0, events = 0] = await figure();
  const batch = (events - eventsBefore) / (commits - commitsBefore);
  const { commit, message } = splitSend(alone, together, batch);
  const waits: number[] = [];
  await inTurns(300, 1, async (index) => {
    const began = performance.now();
    await send(every(realms, index).people[0]);
    waits.push(performance.now() - began);
  });
  return {
    commit,
    message,
    commitMilliseconds: Math.max(alone.database, median(waits) * 1000 - alone.node) / 1000,
    perMessage: {
      transactions: (after.transactions - before.transactions) / count,
      walBytes: (after.walBytes - before.walBytes) / count,
      storedBytes: (after.storedBytes - before.storedBytes) / count,
    },
  };
};

export const measureRequests = async ({ realms, server }: World, measured: Took) => {
  const { presence, markRead, history, register, send } = requestsTo(server.url);
  const each = async (count: number, request: (person: Person, index: number) => Promise<unknown>) =>
    per(
      await measured(() =>
        inTurns(count, 4, (index) => request(everyPerson(every(realms, index), index), index)),
      ),
      count,
    );
  const { id } = await send(every(realms, 1).people[0]);
  return {
    presence: await each(4000, presence),
    // Each marks another message, and nobody has read any of them.
    markRead: await each(1500, (person, index) => markRead(person, 1 + (index % Math.max(1, id - 1)))),
    history: await each(1000, history),
    registration: await each(500, register),
  };
};

export const measureDeliveries = async (
  { realms, server }: World,
  measured: Took,
  way: "polls" | "streams",
  send: Cost,
): Promise<Cost> => {
  const chosen = realms.slice(0, deliveryRealms);
  const requests = requestsTo(server.url);
  const people = chosen.flatMap((realm) => realm.people.slice(1, 1 + receiversEach));
  const receivers = await openReceivers(server.url, people, way);
  try {
    const count = 1500;
    const round = (messages: number) => async () => {
      const before = receivers.received;
      await inTurns(messages, 2, (index) => requests.send(every(chosen, index).people[0]));
      await receivers.have(before + messages * receiversEach);
    };
    await round(chosen.length)();
    const all = await measured(round(count));
    return per(less(all, times(send, count)), count * receiversEach);
  } finally {
    receivers.end();
  }
};
