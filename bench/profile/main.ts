import { existsSync, readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { benchSettings, configOf } from "../bench-settings";
import { fanOut } from "../fan-out/fan-out";
import { ways } from "../fan-out/goals";
import { isolated } from "../isolated";
import { runProgram } from "../program";
import { type Person, seed } from "../seed";
import { sendsPerSecond } from "../sends";
import { type ServerProcess, startProcess } from "../server-process";
import { sharesOf } from "./shares";

const receivers = 500;
const senders = 16;
/** Smaller parts aren't printed. */
const smallest = 0.005;

/** Does work, and calls back when the part to profile begins. */
type Load = (server: ServerProcess, begin: () => void) => Promise<unknown>;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);

const profile = async (
  what: string,
  dataDir: string,
  settings: NodeJS.ProcessEnv,
  load: Load,
): Promise<void> => {
  const file = join(dataDir, `${what.replaceAll(" ", "-")}.cpuprofile`);
  const server = await startProcess("bench/profile/profiled-server.js", { ...settings, BENCH_PROFILE: file });
  const signal = (): void => void process.kill(server.pid, "SIGUSR2");
  try {
    await load(server, signal);
    signal();
    while (!existsSync(file)) {
      // Throws if the server has ended.
      process.kill(server.pid, 0);
      await sleep(100);
    }
  } finally {
    await server.stop();
  }
  process.stdout.write(`\n${what}\n${"itself".padStart(8)}${"within".padStart(9)}\n`);
  for (const { what: kind, itself, within } of sharesOf(
    JSON.parse(readFileSync(file, "utf8")) as Profiler.Profile,
  ))
    if (within >= smallest) process.stdout.write(`${percent(itself)} ${percent(within)}  ${kind}\n`);
};

const measure = async (dataDir: string, settings: NodeJS.ProcessEnv): Promise<void> => {
  const { people } = await seed(configOf(settings), receivers + 1);
  const [sender, ...others] = people as readonly [Person, ...Person[]];
  await profile(`sends of ${senders}`, dataDir, settings, async ({ url }, begin) => {
    await sendsPerSecond(url, people.slice(0, senders));
    begin();
    await sendsPerSecond(url, people.slice(0, senders));
  });
  for (const way of ways)
    await profile(`deliveries to ${receivers} by ${way}`, dataDir, settings, async (server, begin) => {
      const sending = { messages: 100, perSecond: 0 };
      await fanOut(server, sender, others, sending, way, begin);
    });
};

runProgram(() =>
  isolated(process.env.DATABASE_URL, (dataDir, databaseUrl) =>
    measure(dataDir, benchSettings(dataDir, databaseUrl)),
  ),
);
