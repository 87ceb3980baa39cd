import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { benchSettings, configOf } from "../bench-settings";
import type { Report } from "../fan-out/clients";
import { isolated } from "../isolated";
import { percentile } from "../load";
import { runProgram } from "../program";
import { type Person, seed } from "../seed";
import { startProcess } from "../server-process";
import { offerSends, Sender } from "../steady-sends";

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

const openPolls = async (url: string, people: readonly Person[]): Promise<() => void> => {
  const clients = fork(join(__dirname, "..", "fan-out", "clients.js"));
  const polling = new Promise<void>((resolve) => {
    clients.on("message", ({ kind }: Report) => kind === "polling" && resolve());
  });
  clients.send({ url, people, way: "polls" });
  await polling;
  return () => void clients.kill();
};

/** Sends per second, when each sender waits for an answer before the next send. */
const carried = async (senders: readonly Sender[]): Promise<number> => {
  const until = performance.now() + calmSeconds * 1000;
  let done = 0;
  await Promise.all(
    senders.slice(0, atOnce).map(async (sender) => {
      while (performance.now() < until) if ((await sender.send()).status === 200) done += 1;
    }),
  );
  return done / calmSeconds;
};

/** How many sends per second the server answers when it is offered more than it can carry. */
const limitOf = async (senders: readonly Sender[], from: number): Promise<number> => {
  for (let rate = from; ; rate *= stepFactor) {
    const results = await Promise.all(await offerSends(senders, rate, stepSeconds));
    const answered = results.filter(({ status }) => status === 200).length;
    if (answered < results.length * carriedPart) return answered / stepSeconds;
  }
};

/** Seconds until the server answers a send as quickly as usual. */
const recovery = async (prober: Sender): Promise<number> => {
  const ended = performance.now();
  while (performance.now() - ended < 60_000) {
    const { status, took } = await prober.send();
    if (status === 200 && took < calmMilliseconds) return (performance.now() - ended) / 1000;
    await sleep(100);
  }
  return Number.NaN;
};

const measure = async (settings: NodeJS.ProcessEnv): Promise<void> => {
  const { people } = await seed(configOf(settings), polls + senders);
  const server = await startProcess("src/main.js", settings);
  try {
    const closePolls = await openPolls(server.url, people.slice(0, polls));
    const senderOf = (connections: number) => (person: Person) => new Sender(server.url, person, connections);
    const sending = people.slice(polls).map(senderOf(connectionsEach));
    for (const sender of sending) await sender.open();
    await carried(sending);
    const limit = await limitOf(sending, await carried(sending));
    const [prober] = people.slice(polls).map(senderOf(1));
    if (prober === undefined) throw new Error("nobody to send");
    await prober.open();
    await recovery(prober);
    const offered = await offerSends(sending, 2 * limit, overloadSeconds);
    const recovered = await recovery(prober);
    const results = await Promise.all(offered);
    const accepted = results.filter(({ status }) => status === 200).map(({ took }) => took);
    const refused = results.filter(({ status }) => status === 503);
    const p99 = percentile(accepted, 0.99);
    const withoutAdvice = refused.filter(({ isRetryAdvised }) => !isRetryAdvised).length;
    const failed = results.filter(({ status }) => status !== 200 && status !== 503);
    const reasons = [...new Set(failed.map(({ status, problem }) => problem ?? `status ${status}`))].join(
      "; ",
    );
    const isHeld = p99 <= goals.p99 && recovered <= goals.calmAfter && withoutAdvice + failed.length === 0;
    if (!isHeld) process.exitCode = 1;
    process.stdout.write(
      `${polls} open polls: at most ${limit.toFixed(0)} sends/s answered; ${(results.length / overloadSeconds).toFixed(0)} a second ` +
        `for ${overloadSeconds} s: ${accepted.length} of ${results.length} sent, p50 ${percentile(accepted, 0.5).toFixed(0)} ms, ` +
        `p99 ${p99.toFixed(0)} ms; ` +
        `${refused.length} refused (${refused.length - withoutAdvice} with retry-after), ` +
        `${failed.length} failed otherwise${reasons && ` (${reasons})`}; calm again after ${recovered.toFixed(1)} s${isHeld ? "" : " ✗"}\n`,
    );
    closePolls();
  } finally {
    await server.stop();
  }
};

const main = (): Promise<void> =>
  isolated(process.env.DATABASE_URL, (dataDir, databaseUrl) => measure(benchSettings(dataDir, databaseUrl)));

runProgram(main);
