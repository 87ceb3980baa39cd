import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { knexEventLog } from "../../src/adapters/persistence/knex/events/event-log";
import { storageOf } from "../../src/composition/adapters/storage";
import { median } from "../load";
import { residentOf } from "../memory";
import type { Person } from "../seed";
import type { Cost, Costs } from "./costs";
import { less, sum, times } from "./load";
import type { Reading } from "./meter";
import { openReceivers } from "./receivers";
import { splitSend } from "./split-send";
import { inTurns, inWorld, type Realm, requestsTo, type World } from "./world";

const realmCount = 300;
const peopleEach = 20;
/** Of each organization, when deliveries are measured. */
const receiversEach = 10;
/** Where everybody waits, when waiting is measured. */
const idleRealms = 100;
const deliveryRealms = 60;
/** A process compares the heads of its organizations this often; a little less in fact. */
const secondsBetweenHeads = 3;
/** Long enough for two heartbeats of each poll, and for storing how far it is as often. */
const idleSeconds = 100;
const listeners = 8;

const known = {
  personKib: 2.7,
  natsPerSecond: 340_000,
} as const;

type Say = (line: string) => void;

const every = (realms: readonly Realm[], index: number): Realm => {
  const realm = realms[index % realms.length];
  if (realm === undefined) throw new Error("There are no organizations");
  return realm;
};

const everyPerson = ({ people }: Realm, index: number): Person => people[index % people.length] ?? people[0];

const per = ({ node, database }: Cost, count: number): Cost => ({
  node: Math.max(0, node) / count,
  database: Math.max(0, database) / count,
});

/** Runs work, and returns what it took beyond what the process takes by itself. */
type Took = (work: () => Promise<unknown>) => Promise<Cost>;

const took =
  ({ meter }: World, itself: Cost): Took =>
  async (work) => {
    meter.reset();
    await work();
    const read: Reading = meter.read();
    return less(read, times(itself, read.seconds));
  };

const withDatabase = async <A>(world: World, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client(JSON.parse(readFileSync(join(world.config.dataDir, "connection.json"), "utf8")));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

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

const measureSends = async (world: World, measured: Took) => {
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
  // Whoever writes in a topic for the first time follows it from then on.
  await inTurns(4 * peopleEach, 4, (index) => send(everyPerson(busy, index)));
  const figure = () =>
    Promise.all(["parley_commit_events_count", "parley_commit_events_sum"].map((one) => server.figure(one)));
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

const measureRequests = async ({ realms, server }: World, measured: Took) => {
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

const measureDeliveries = async (
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

/** What waiting clients cost. */
const measureIdle = async ({ realms, server }: World, measured: Took): Promise<Cost> => {
  const people = realms.slice(0, idleRealms).flatMap((realm) => realm.people);
  const receivers = await openReceivers(server.url, people, "polls");
  try {
    await sleep(1000);
    const idle = await measured(() => sleep(idleSeconds * 1000));
    return per(idle, people.length * idleSeconds);
  } finally {
    receivers.end();
  }
};

/** Of a server that does nothing else, because what others leave behind would hide it. */
const measureMemory = (): Promise<Costs["memory"]> =>
  inWorld({ realms: realmCount, peopleEach }, async ({ realms, server }) => {
    const { presence } = requestsTo(server.url);
    const { personKib } = known;
    await sleep(3000);
    const processMib = residentOf(server.pid);
    await inTurns(realms.length, 2, (index) => presence(every(realms, index).people[0]));
    await sleep(3000);
    const loadedMib = residentOf(server.pid);
    const people = realms.slice(0, idleRealms).flatMap((realm) => realm.people);
    const receivers = await openReceivers(server.url, people, "polls");
    await sleep(3000);
    const queueKib = ((residentOf(server.pid) - loadedMib) * 1024) / people.length;
    receivers.end();
    const realmKib = ((loadedMib - processMib) * 1024) / realms.length - peopleEach * personKib;
    return { processMib, queueKib: Math.max(0, queueKib), realmKib: Math.max(0, realmKib), personKib };
  });

/** What comparing heads costs for an organization in a second. */
const measureHeads = async (world: World, measured: Took): Promise<Cost> => {
  const storage = storageOf(world.config, { log: () => {}, beside: true });
  await storage.start();
  try {
    const { heads } = knexEventLog(storage.db);
    const ids = world.realms.map(({ id }) => id);
    const rounds = 500;
    const round = () => inTurns(rounds, 1, () => heads(ids));
    await round();
    const before = process.cpuUsage();
    const { database } = await measured(round);
    const { user, system } = process.cpuUsage(before);
    return per({ node: user + system, database }, rounds * ids.length * secondsBetweenHeads);
  } finally {
    await storage.stop();
  }
};

const measureNotify = (
  world: World,
  measured: Took,
): Promise<{ readonly notify: Cost; readonly notifyEach: Cost }> =>
  withDatabase(world, async (sender) => {
    const count = 3000;
    const payload = "x".repeat(100);
    const cost = async (): Promise<number> => {
      const taken = await measured(() =>
        inTurns(count, 1, () => sender.query("SELECT pg_notify('simulated', $1)", [payload])),
      );
      return taken.database / count;
    };
    const none = await cost();
    const hearing: Client[] = [];
    while (hearing.length < listeners)
      await withListener(world, (client) => {
        hearing.push(client);
      });
    const all = await cost();
    await Promise.all(hearing.map((client) => client.end()));
    return {
      notify: { node: 0, database: none },
      notifyEach: { node: 0, database: Math.max(0, all - none) / listeners },
    };
  });

const withListener = async (world: World, use: (client: Client) => void): Promise<void> => {
  const client = new Client(JSON.parse(readFileSync(join(world.config.dataDir, "connection.json"), "utf8")));
  await client.connect();
  await client.query("LISTEN simulated");
  use(client);
};

/** What a message costs altogether where one process sends it and another follows. */
const measureFollowing = (itself: Cost): Promise<Cost> =>
  inWorld({ realms: 1, peopleEach, processes: 2 }, async (world) => {
    const { server, realms } = world;
    const realm = every(realms, 0);
    const { send } = requestsTo(server.url);
    // Waiting clients on each of the two: connections go to the process that has the fewest.
    const receivers = await openReceivers(server.url, realm.people.slice(0, 4), "polls");
    try {
      const count = 1500;
      const sendAll = async (): Promise<void> => {
        const before = receivers.received;
        await inTurns(count, 1, () => send(realm.people[5] ?? realm.people[0]));
        await receivers.have(before + 4 * count);
      };
      await sendAll();
      return per(await took(world, times(itself, 2))(sendAll), count);
    } finally {
      receivers.end();
    }
  });

/** Measures on this machine, with an embedded database; takes about five minutes. */
export const measureCosts = async (say: Say): Promise<Costs> => {
  const costs = await inWorld({ realms: realmCount, peopleEach }, async (world) => {
    const { meter, realms, server } = world;
    const { send } = requestsTo(server.url);
    say("what a process costs by itself");
    await sleep(5000);
    meter.reset();
    await sleep(15_000);
    const idle = meter.read();
    const itself = per(idle, idle.seconds);
    const measured = took(world, itself);

    say("loading organizations");
    const loads = await measured(() =>
      inTurns(realms.length, 4, (index) => send(every(realms, index).people[0])),
    );

    say("sends");
    await inTurns(1500, 8, (index) => send(every(realms, index).people[0]));
    const sends = await measureSends(world, measured);
    const message = sum([sends.commit, sends.message]);
    say("other requests");
    const requests = await measureRequests(world, measured);
    say("deliveries");
    const pollDelivery = await measureDeliveries(world, measured, "polls", message);
    const streamDelivery = await measureDeliveries(world, measured, "streams", message);
    say("comparisons of heads, and notifications");
    const heldRealm = await measureHeads(world, measured);
    const notifications = await measureNotify(world, measured);
    say(`waiting clients, for ${idleSeconds} seconds`);
    const idleQueue = await measureIdle(world, measured);
    return {
      measuredOn: `${cpus().length} cores, Node ${process.versions.node}`,
      ...sends,
      ...requests,
      ...notifications,
      pollDelivery,
      streamDelivery,
      realmLoad: per(less(loads, times(message, realms.length)), realms.length),
      idleQueue,
      heldRealm,
      process: itself,
      natsPerSecond: known.natsPerSecond,
    };
  });
  say("memory");
  const memory = await measureMemory();
  say("two processes that follow each other");
  const withFollower = await measureFollowing(costs.process);
  const alone = sum([costs.commit, costs.message, times(costs.pollDelivery, 4)]);
  return { ...costs, memory, follow: per(less(withFollower, alone), 1) };
};
