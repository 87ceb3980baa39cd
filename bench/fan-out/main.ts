import { benchSettings, configOf } from "../bench-settings";
import { isolated } from "../isolated";
import { residentOf } from "../memory";
import { runProgram } from "../program";
import { type Person, seed } from "../seed";
import { startProcess } from "../server-process";
import { changesWith } from "./changes";
import { fanOut } from "./fan-out";
import { cpuGoals, lastGoals, steady, ways } from "./goals";
import { measureChanges } from "./measure-changes";

const measured = [
  { receivers: 26, messages: 200, perSecond: 0, goal: undefined },
  ...lastGoals.map((one) => ({ ...one, perSecond: 0 })),
  { receivers: steady.receivers, ...steady.sending, goal: steady.goal },
];

const against = (value: number, goal: number | undefined): string =>
  goal === undefined ? "" : ` (${(value / goal).toFixed(2)} of the goal)`;

const measureMessages = async (
  settings: NodeJS.ProcessEnv,
  sender: Person,
  others: readonly Person[],
): Promise<void> => {
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

/** `-- --changes` leaves out all rows but those that compare other changes with messages. */
const onlyChanges = process.argv.includes("--changes");

const measure = async (settings: NodeJS.ProcessEnv): Promise<void> => {
  const { owner, people } = await seed(configOf(settings), 1002);
  const [sender, leaver, ...others] = people as readonly [Person, Person, ...Person[]];
  if (!onlyChanges) await measureMessages(settings, sender, others);
  await measureChanges(settings, sender, others, changesWith(owner, leaver, others));
};

const main = (): Promise<void> =>
  isolated(process.env.DATABASE_URL, (dataDir, databaseUrl) => measure(benchSettings(dataDir, databaseUrl)));

runProgram(main);
