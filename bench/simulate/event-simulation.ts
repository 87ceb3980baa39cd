import { type Random, seeded } from "../chaos/random";
import type { Costs } from "./costs";
import { deliveryCost, followers, loadsOf, type Population, type RealmLoad } from "./load";
import { type Deployment, largestBatch, microseconds, totalsOf } from "./model";
import { Station, Timeline } from "./timeline";

/** The outcome of a few seconds of sends. */
export interface Simulated {
  readonly sent: number;
  readonly answered: number;
  /** Sends still on their way at the end. */
  readonly unanswered: number;
  readonly delivered: number;
  /** Milliseconds from a send's arrival to its answer. */
  readonly p50: number;
  readonly p99: number;
  /** Shares of the time. */
  readonly processes: number;
  readonly busiestProcess: number;
  readonly database: number;
  readonly largestBatch: number;
}

interface Send {
  readonly at: number;
  readonly load: RealmLoad;
  readonly process: number;
}

/** Deliveries are split into pieces of this many seconds, between which a process does other work. */
const sliceSeconds = 0.005;
/** The part of a message's cost that is spent before its commit; the rest goes into the answer. */
const beforeCommit = 0.6;

/** A random time around a mean. */
const exponential = (random: Random, mean: number): number => -Math.log(1 - random.next()) * mean;

/** Picks organizations by how much they send. */
const senders = (loads: readonly RealmLoad[], random: Random) => {
  const upTo = new Float64Array(loads.length);
  let rate = 0;
  loads.forEach(({ realms, sends }, index) => {
    rate += realms * sends;
    upTo[index] = rate;
  });
  const pick = (): { readonly load: RealmLoad | undefined; readonly realm: number } => {
    const place = random.next() * rate;
    let [low, high] = [0, upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) > place) high = middle;
      else low = middle + 1;
    }
    const load = loads[low];
    // Classes have at most a few hundred thousand organizations.
    return { load, realm: low * 1e7 + random.between(0, (load?.realms ?? 1) - 1) };
  };
  return { rate, pick };
};

/**
 * Simulates the service for a few seconds: each process does one thing at a time, each organization has one commit under way and
 * the next takes all that wait, the database has its processors, and everything else that costs time gets in between.
 */
export const simulate = (
  costs: Costs,
  population: Population,
  deployment: Deployment,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Simulated => {
  const random = seeded(seed);
  const timeline = new Timeline();
  const { spread } = deployment;
  const processes = Array.from({ length: deployment.processes }, () => new Station(timeline, 1));
  const database = new Station(timeline, deployment.databaseCores);
  const groups = Math.max(1, Math.floor(processes.length / spread));
  const placed = new Map<number, number>();
  /** The processes of an organization are next to each other; its first one is drawn once. */
  const firstProcess = (realm: number): number => {
    const known = placed.get(realm) ?? random.between(0, groups - 1) * spread;
    placed.set(realm, known);
    return known;
  };
  const work = (process: number, cost: number, done: () => void): void =>
    processes[process % processes.length]?.work(cost / microseconds, done);

  const delivery = deliveryCost(costs, population.streaming).node;
  const times: number[] = [];
  const lanes = new Map<number, Send[]>();
  let [sent, delivered, largest] = [0, 0, 0];
  const ignored = (): void => {};

  const deliver = (process: number, clients: number): void => {
    const slice = Math.min(clients, Math.max(1, Math.floor((sliceSeconds * microseconds) / delivery)));
    work(process, slice * delivery, () => {
      delivered += slice;
      if (clients > slice) deliver(process, clients - slice);
    });
  };

  const answer = (send: Send, realm: number): void =>
    work(send.process, costs.message.node * (1 - beforeCommit), () => {
      times.push((timeline.now - send.at) * 1000);
      // Expectations, made whole at random.
      const clients = Math.floor(send.load.reached + random.next());
      const first = firstProcess(realm);
      const others = Math.round(followers(send.load, spread));
      const each = Math.floor(clients / (others + 1));
      if (clients > each * others) deliver(send.process, clients - each * others);
      for (let other = 1; other <= others; other += 1) {
        const follower = first + ((send.process - first + other) % spread);
        work(follower, costs.follow.node, each > 0 ? () => deliver(follower, each) : ignored);
      }
    });

  const commit = (realm: number, waiting: Send[]): void => {
    const batch = waiting.splice(0, largestBatch);
    const [first] = batch;
    if (first === undefined) {
      lanes.delete(realm);
      return;
    }
    largest = Math.max(largest, batch.length);
    const cost = costs.commit.database + costs.message.database * batch.length;
    // Waiting for the disk and the network takes a commit no processor time.
    const apart = Math.max(0, costs.commitMilliseconds / 1000 - cost / microseconds);
    work(first.process, costs.commit.node, () =>
      database.work(exponential(random, cost / microseconds), () =>
        timeline.in(apart, () => {
          for (const send of batch) answer(send, realm);
          commit(realm, waiting);
        }),
      ),
    );
  };

  const { rate, pick } = senders(loadsOf(population), random);
  const arrive = (): void => {
    timeline.in(exponential(random, 1 / rate), arrive);
    const { load, realm } = pick();
    if (load === undefined) return;
    sent += 1;
    const send = { at: timeline.now, load, process: firstProcess(realm) + random.between(0, spread - 1) };
    work(send.process, exponential(random, costs.message.node * beforeCommit), () => {
      const lane = lanes.get(realm);
      if (lane) lane.push(send);
      else {
        const waiting = [send];
        lanes.set(realm, waiting);
        commit(realm, waiting);
      }
    });
  };
  if (rate > 0) timeline.in(exponential(random, 1 / rate), arrive);

  // Everything else, as tasks of the size of a poll's answer.
  const { all, by } = totalsOf(costs, population, deployment);
  const otherNode = all.node - by.sends.node - by.deliveries.node - by.following.node;
  const otherDatabase = all.database - by.sends.database;
  const background = (total: number, size: number, run: (seconds: number) => void): void => {
    if (total <= 0) return;
    const again = (): void => {
      timeline.in(exponential(random, size / total), again);
      run(exponential(random, size / microseconds));
    };
    timeline.in(exponential(random, size / total), again);
  };
  background(otherNode, otherTask, (took) =>
    processes[random.between(0, processes.length - 1)]?.work(took, ignored),
  );
  background(otherDatabase, otherTask, (took) => database.work(took, ignored));

  timeline.run(seconds);
  const busy = processes.map((process) => process.busy / seconds);
  return {
    sent,
    answered: times.length,
    unanswered: sent - times.length,
    delivered,
    ...percentiles(times),
    processes: busy.reduce((total, one) => total + one, 0) / busy.length,
    busiestProcess: Math.max(...busy),
    database: database.busy / seconds / deployment.databaseCores,
    largestBatch: largest,
  };
};

/** Microseconds of a task that isn't a send. */
const otherTask = 500;

const percentiles = (times: readonly number[]): { readonly p50: number; readonly p99: number } => {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
};
