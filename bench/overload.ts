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
const overloadSeconds = 15;
const atOnce = 16;
/** A send that takes no longer than this counts as normal. */
const calmMilliseconds = 500;

interface Sent {
  readonly status: number;
  readonly took: number;
  readonly retryAfter: string | undefined;
}

/** Each person has a connection that stays open. */
const agents = new Map<Person, Agent>();
const agentOf = (person: Person): Agent => {
  const agent = agents.get(person) ?? new Agent({ keepAlive: true, maxSockets: 1 });
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

const measure = async (settings: NodeJS.ProcessEnv): Promise<void> => {
  const { people } = await seed(configOf(settings), polls + senders);
  const server = await startProcess("src/main.js", settings);
  try {
    const closePolls = await openPolls(server.url, people.slice(0, polls));
    const sending = people.slice(polls);
    await carried(server.url, sending);
    const rate = await carried(server.url, sending);
    // Opens everybody's connection.
    for (let first = 0; first < senders; first += atOnce)
      await Promise.all(sending.slice(first, first + atOnce).map((person) => send(server.url, person)));
    const all: Promise<Sent>[] = [];
    const began = performance.now();
    for (let count = 0; performance.now() - began < overloadSeconds * 1000; count += 1) {
      const person = sending[count % sending.length];
      if (person) all.push(send(server.url, person));
      await pause(Math.max(0, began + ((count + 1) * 1000) / (2 * rate) - performance.now()));
    }
    const ended = performance.now();
    let recovered = Number.NaN;
    const [prober] = sending;
    if (prober === undefined) throw new Error("nobody to send");
    while (Number.isNaN(recovered) && performance.now() - ended < 60_000) {
      const { status, took } = await send(server.url, prober);
      if (status === 200 && took < calmMilliseconds) recovered = (performance.now() - ended) / 1000;
      else await pause(100);
    }
    const results = await Promise.all(all);
    const accepted = results.filter(({ status }) => status === 200).map(({ took }) => took);
    const refused = results.filter(({ status }) => status === 503);
    process.stdout.write(
      `${polls} open polls: ${rate.toFixed(1)} sends/s carried; twice that for ${overloadSeconds} s: ` +
        `${accepted.length} sent, p50 ${percentile(accepted, 0.5).toFixed(0)} ms, p99 ${percentile(accepted, 0.99).toFixed(0)} ms; ` +
        `${refused.length} refused (${refused.filter(({ retryAfter }) => retryAfter).length} with retry-after), ` +
        `${results.length - accepted.length - refused.length} failed otherwise; calm again after ${recovered.toFixed(1)} s\n`,
    );
    closePolls();
  } finally {
    await server.stop();
  }
};

const main = (): Promise<void> =>
  isolated(process.env.DATABASE_URL, (dataDir, databaseUrl) => measure(benchSettings(dataDir, databaseUrl)));

runProgram(main);
