import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { knexEventLog } from "../../src/adapters/persistence/knex/events/event-log";
import { storageOf } from "../../src/composition/adapters/storage";
import { residentOf } from "../memory";
import type { Cost, Costs } from "./costs";
import { times } from "./load";
import { connect, every, per, type Took, took, withDatabase } from "./measuring";
import { openReceivers } from "./receivers";
import { inTurns, inWorld, requestsTo, type World, type WorldSize } from "./world";

/** Where everybody waits, when waiting is measured. */
const idleRealms = 100;
/** A process compares the heads of its organizations this often; a little less in fact. */
const secondsBetweenHeads = 3;
/** Long enough for two heartbeats of each poll, and for storing how far it is as often. */
const idleSeconds = 100;
const listeners = 8;
/** `npm run bench:state` measures it. */
const personKib = 2.7;

/** What waiting clients cost. */
export const measureIdle = async ({ realms, server }: World, measured: Took): Promise<Cost> => {
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

/** Measures memory on a server of its own, because what other measurements leave behind would hide it. */
export const measureMemory = (size: WorldSize): Promise<Costs["memory"]> =>
  inWorld(size, async ({ realms, server }) => {
    const { presence } = requestsTo(server.url);
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
    const realmKib = ((loadedMib - processMib) * 1024) / realms.length - size.peopleEach * personKib;
    return { processMib, queueKib: Math.max(0, queueKib), realmKib: Math.max(0, realmKib), personKib };
  });

/** What comparing heads costs for an organization in a second. */
export const measureHeads = async (world: World, measured: Took): Promise<Cost> => {
  const storage = storageOf(world.config, { log: () => {}, mayUseRunningServer: true });
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

export const measureNotify = (
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
    while (hearing.length < listeners) {
      const client = await connect(world);
      await client.query("LISTEN simulated");
      hearing.push(client);
    }
    const all = await cost();
    await Promise.all(hearing.map((client) => client.end()));
    return {
      notify: { node: 0, database: none },
      notifyEach: { node: 0, database: Math.max(0, all - none) / listeners },
    };
  });

/** What a message costs altogether where one process sends it and another follows. */
export const measureFollowing = (itself: Cost): Promise<Cost> =>
  inWorld({ realms: 1, peopleEach: 6, processes: 2 }, async (world) => {
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
