import { setTimeout as sleep } from "node:timers/promises";
import { seeded } from "../chaos/random";
import { percentile } from "../load";
import type { Realm } from "../many-realms";
import type { Person } from "../seed";
import { type Compared, isClose, mostOff } from "./compared";
import type { Costs } from "./costs";
import { machines } from "./defaults";
import { simulate } from "./event-simulation";
import type { Population } from "./load";
import { loadsOf } from "./load";
import { microseconds, totalsOf } from "./model";
import { openReceivers } from "./receivers";
import { inTurns, inWorld, requestsTo, type World } from "./world";

const seconds = 40;
const realmCount = 40;
const peopleEach = 100;

/**
 * A different load from the one that costs are measured under: organizations of many sizes, everything at once, at random
 * times.
 */
const population: Population = {
  people: 800,
  realms: realmCount,
  polling: 400,
  streaming: 0,
  exponent: 0.7,
  mostReached: 1000,
  hourly: { sends: 180, presences: 180, marks: 60, histories: 60, registrations: 6 },
};

/** Calls at random times, this many per second on average. */
const atRandom = async (
  perSecond: number,
  until: number,
  seed: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> => {
  const random = seeded(seed);
  const running: Promise<unknown>[] = [];
  let next = performance.now();
  for (;;) {
    next += (-Math.log(1 - random.next()) * 1000) / perSecond;
    if (next >= until) break;
    const wait = next - performance.now();
    if (wait > 0) await sleep(wait);
    running.push(work(running.length));
  }
  await Promise.all(running);
  return running.length;
};

/** The clients that are there: in each organization as many as the model expects, rounded. */
const presentIn = (realms: readonly Realm[]): readonly (readonly Person[])[] =>
  loadsOf(population).map(({ polling }, index) =>
    (realms[index]?.people ?? []).slice(0, Math.max(1, Math.round(polling))),
  );

const playedBy = async ({ server, meter, realms }: World) => {
  const { send, presence, markRead, history, register } = requestsTo(server.url);
  const present = presentIn(realms);
  const people = present.flat();
  const receivers = await openReceivers(server.url, people, "polls");
  const random = seeded(3);
  const someone = (): Person => random.pick(people);
  /** Each organization's newest message, by host. */
  const newest = new Map<string | undefined, number>();
  const write = async (person: Person): Promise<void> => {
    const { id } = await send(person);
    newest.set(person.host, Math.max(id, newest.get(person.host) ?? 0));
  };
  const mark = (person: Person, index: number) =>
    markRead(person, 1 + (index % (newest.get(person.host) ?? 1)));
  // Everybody writes first, so that everything is loaded and compiled, and nobody writes for the first time.
  await inTurns(people.length, 4, (index) => write(people[index] ?? someone()));
  await inTurns(600, 4, async (index) => {
    for (const request of [presence, history, write]) await request(someone());
    await mark(someone(), index);
  });
  await sleep(2000);
  const times: number[] = [];
  const receivedBefore = receivers.received;
  meter.reset();
  const began = performance.now();
  const until = began + seconds * 1000;
  const rate = (hourly: number): number => (hourly * people.length) / 3600;
  const { hourly } = population;
  const [sent] = await Promise.all([
    atRandom(rate(hourly.sends), until, 11, async () => {
      const start = performance.now();
      await write(someone());
      times.push(performance.now() - start);
    }),
    atRandom(rate(hourly.presences), until, 12, () => presence(someone())),
    atRandom(rate(hourly.marks), until, 13, (index) => mark(someone(), index)),
    atRandom(rate(hourly.histories), until, 14, () => history(someone())),
    atRandom(rate(hourly.registrations), until, 15, () => register(someone())),
  ]);
  const read = meter.read();
  const deliveries = (receivers.received - receivedBefore) / read.seconds;
  receivers.end();
  return { ...read, sends: sent / read.seconds, deliveries, times, polling: people.length };
};

/**
 * Measures a server under a different load from the one that costs were measured under, and reports how well both agree.
 * False if they don't.
 */
export const check = async (costs: Costs, say: (line: string) => void): Promise<boolean> => {
  say("a server under another load");
  const real = await inWorld({ realms: realmCount, peopleEach }, playedBy);
  const deployment = { ...machines, processes: 1, bus: "nats" as const };
  const expected = totalsOf(costs, { ...population, polling: real.polling }, deployment);
  const played = simulate(costs, population, deployment, { seconds: 60, seed: 1 });
  const compared: readonly Compared[] = [
    { what: "messages sent each second", predicted: expected.sends, measured: real.sends },
    { what: "deliveries each second", predicted: expected.deliveries, measured: real.deliveries },
    {
      what: "cores that Parley uses",
      predicted: expected.all.node / microseconds,
      measured: real.node / real.seconds / microseconds,
    },
    {
      what: "cores that PostgreSQL uses",
      predicted: expected.all.database / microseconds,
      measured: real.database / real.seconds / microseconds,
    },
    {
      what: "messages each second that a core of Parley carries",
      predicted: (expected.sends / expected.all.node) * microseconds,
      measured: (real.sends * real.seconds * microseconds) / real.node,
    },
  ];
  say("");
  for (const one of compared)
    say(
      `${one.what.padEnd(52)} predicted ${one.predicted.toFixed(3)}, measured ${one.measured.toFixed(3)}: ` +
        `${(one.measured / one.predicted).toFixed(2)}${isClose(one) ? "" : ` (not within a factor of ${mostOff})`}`,
    );
  // Not judged: it depends on what else the machine does.
  say(
    `a send, p50 and p99: simulated ${played.p50.toFixed(1)} and ${played.p99.toFixed(1)} ms, ` +
      `measured ${percentile(real.times, 0.5).toFixed(1)} and ${percentile(real.times, 0.99).toFixed(1)} ms`,
  );
  return compared.every(isClose);
};
