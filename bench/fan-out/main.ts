import { benchSettings, configOf } from "../bench-settings";
import { isolated } from "../isolated";
import { residentOf } from "../memory";
import { runProgram } from "../program";
import { type Person, seed } from "../seed";
import { startProcess } from "../server-process";
import { fanOut } from "./fan-out";
import { cpuGoals, lastGoals, steady, ways } from "./goals";

const measured = [
  { receivers: 26, messages: 200, perSecond: 0, goal: undefined },
  ...lastGoals.map((one) => ({ ...one, perSecond: 0 })),
  { receivers: steady.receivers, ...steady.sending, goal: steady.goal },
];

const against = (value: number, goal: number | undefined): string =>
  goal === undefined ? "" : ` (${(value / goal).toFixed(2)} of the goal)`;

const measure = async (settings: NodeJS.ProcessEnv): Promise<void> => {
  const { people } = await seed(configOf(settings), 1001);
  const [sender, ...others] = people as readonly [Person, ...Person[]];
  for (const way of ways)
    for (const { receivers, goal, ...sending } of measured) {
      const server = await startProcess("src/main.js", settings);
      try {
        const { p50, p99, cpuPerDelivery, cpuShare } = await fanOut(
          server,
          sender,
          others.slice(0, receivers),
          sending,
          way,
        );
        process.stdout.write(
          `${String(receivers).padStart(5)} ${way}, ${sending.perSecond === 0 ? "one message after another" : `${sending.perSecond} messages/s`}: ` +
            `last one p50 ${p50.toFixed(1)} ms${against(p50, goal)}, p99 ${p99.toFixed(1)} ms; ` +
            `${cpuPerDelivery.toFixed(0)} µs of CPU a delivery${against(cpuPerDelivery, cpuGoals[way])}, ` +
            `${(cpuShare * 100).toFixed(0)} % of a core; ${residentOf(server.pid).toFixed(0)} MB\n`,
        );
      } finally {
        await server.stop();
      }
    }
};

const main = (): Promise<void> =>
  isolated(process.env.DATABASE_URL, (dataDir, databaseUrl) => measure(benchSettings(dataDir, databaseUrl)));

runProgram(main);
