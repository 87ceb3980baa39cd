import { fork } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { benchSettings, configOf } from "./bench-settings";
import type { Report } from "./fan-out/clients";
import { isolated } from "./isolated";
import { authorization, percentile } from "./load";
import { runProgram } from "./program";
import { bigChannel, type Person, seed } from "./seed";
import { startProcess } from "./server-process";

const polls = 2000;
const senders = 200;
const calmSeconds = 8;
const stepSeconds = 5;
/** How much more each step offers than the one before. */
const stepFactor = 1.4;
/** A server that answers fewer of the offered sends than this has reached its limit. */
const carriedPart = 0.9;
const overloadSeconds = 15;
const atOnce = 16;
/** Connections of a person: on a single one, a send would wait for the earlier ones in this program. */
const connectionsEach = 8;
/** A send that takes no longer than this counts as normal. */
const calmMilliseconds = 500;

/** What a user may meet: an accepted send's p99, in milliseconds, and how long until all is as usual, in seconds. */
const goals = { p99: 1000, calmAfter: 3 };

interface Sent {
  readonly status: number;
  readonly took: number;
  readonly retryAfter: string | undefined;
}

/** Each person's connections, which stay open. */
const agents = new Map<Person, Agent>();
const agentOf = (person: Person): Agent => {
  const agent = agents.get(person) ?? new Agent({ keepAlive: true, maxSockets: connectionsEach });
  agents.set(person, agent);
  return agent;
};

/** One send. */
const send = (url: string, person: Person): Promise<Sent> =>
  new Promise((resolve) => {
    const began = performance.now();
    const form = new URLSearchParams({
      type: "stream",
      to: bigChannel,
      topic: "bench",
      content: "hello",
    }).toString();
    const outgoing = request(
      `${url}/api/v1/messages`,
      {
        method: "POST",
        agent: agentOf(person),
        headers: {
          Authorization: authorization(person),
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": form.length,
        },
      },
      (response) => {
        response.resume().once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            took: performance.now() - began,
            retryAfter: response.headers["retry-after"],
          }),
        );
      },
    );
    outgoing.once("error", () =>
      resolve({ status: 0, took: performance.now() - began, retryAfter: undefined }),
    );
    outgoing.end(form);
  });

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const openPolls = async (url: string, people: readonly Person[]): Promise<() => void> => {
  const clients = fork(join(__dirname, "fan-out", "clients.js"));
  const polling = new Promise<void>((resolve) => {
    clients.on("message", ({ kind }: Report) => kind === "polling" && resolve());
  });
  clients.send({ url, people, way: "polls" });
  await polling;
  return () => void clients.kill();
};

/** Opens everybody's connections: apps and browsers keep theirs, so they don't open one for each send. */
const openConnections = async (url: string, people: readonly Person[]): Promise<void> => {
  for (const person of people)
    await Promise.all(Array.from({ length: connectionsEach }, () => send(url, person)));
};

/** Sends per second, when each sender waits for an answer before the next send. */
const carried = async (url: string, people: readonly Person[]): Promise<number> => {
  const until = performance.now() + calmSeconds * 1000;
  let done = 0;
  await Promise.all(
    people.slice(0, atOnce).map(async (person) => {
      while (performance.now() < until) if ((await send(url, person)).status === 200) done += 1;
    }),
  );
  return done / calmSeconds;
};

/** Sends at a steady rate, whether they are answered or not. @returns the answers, once all are there. */
const offered = (url: string, people: readonly Person[], rate: number, seconds: number) => {
  const all: Promise<Sent>[] = [];
  const began = performance.now();
  const offer = async (): Promise<void> => {
    for (let count = 0; performance.now() - began < seconds * 1000; count += 1) {
      const person = people[count % people.length];
      if (person) all.push(send(url, person));
      await pause(Math.max(0, began + ((count + 1) * 1000) / rate - performance.now()));
    }
  };
  return { offer: offer(), all };
};

/** How many sends per second the server answers when it is offered more than it can carry. */
const limitOf = async (url: string, people: readonly Person[], from: number): Promise<number> => {
  for (let rate = from; ; rate *= stepFactor) {
    const { offer, all } = offered(url, people, rate, stepSeconds);
    await offer;
    const answered = (await Promise.all(all)).filter(({ status }) => status === 200).length;
    if (answered < all.length * carriedPart) return answered / stepSeconds;
  }
};

/** Seconds until the server answers a send as quickly as usual. */
const recovery = async (url: string, prober: Person): Promise<number> => {
  const ended = performance.now();
  while (performance.now() - ended < 60_000) {
    const { status, took } = await send(url, prober);
    if (status === 200 && took < calmMilliseconds) return (performance.now() - ended) / 1000;
    await pause(100);
  }
  return Number.NaN;
};

const measure = async (settings: NodeJS.ProcessEnv): Promise<void> => {
  const { people } = await seed(configOf(settings), polls + senders);
  const server = await startProcess("src/main.js", settings);
  try {
    const closePolls = await openPolls(server.url, people.slice(0, polls));
    const sending = people.slice(polls);
    await openConnections(server.url, sending);
    await carried(server.url, sending);
    const limit = await limitOf(server.url, sending, await carried(server.url, sending));
    const [prober] = sending;
    if (prober === undefined) throw new Error("nobody to send");
    await recovery(server.url, prober);
    const { offer, all } = offered(server.url, sending, 2 * limit, overloadSeconds);
    await offer;
    const recovered = await recovery(server.url, prober);
    const results = await Promise.all(all);
    const accepted = results.filter(({ status }) => status === 200).map(({ took }) => took);
    const refused = results.filter(({ status }) => status === 503);
    const p99 = percentile(accepted, 0.99);
    const withoutAdvice = refused.filter(({ retryAfter }) => retryAfter === undefined).length;
    const others = results.length - accepted.length - refused.length;
    const isHeld = p99 <= goals.p99 && recovered <= goals.calmAfter && withoutAdvice + others === 0;
    if (!isHeld) process.exitCode = 1;
    process.stdout.write(
      `${polls} open polls: at most ${limit.toFixed(0)} sends/s answered; ${(results.length / overloadSeconds).toFixed(0)} a second ` +
        `for ${overloadSeconds} s: ${accepted.length} of ${results.length} sent, p50 ${percentile(accepted, 0.5).toFixed(0)} ms, ` +
        `p99 ${p99.toFixed(0)} ms; ` +
        `${refused.length} refused (${refused.length - withoutAdvice} with retry-after), ` +
        `${others} failed otherwise; calm again after ${recovered.toFixed(1)} s${isHeld ? "" : " ✗"}\n`,
    );
    closePolls();
  } finally {
    await server.stop();
  }
};

const main = (): Promise<void> =>
  isolated(process.env.DATABASE_URL, (dataDir, databaseUrl) => measure(benchSettings(dataDir, databaseUrl)));

runProgram(main);
