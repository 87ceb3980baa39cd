import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchSettings, configOf } from "../bench-settings";
import { freshDatabase } from "../fresh-database";
import { residentOf } from "../memory";
import { type Person, seed } from "../seed";
import { startProcess } from "../server-process";
import type { Way } from "./clients";
import { fanOut } from "./fan-out";

/** The last column is when the last of them should have it, in milliseconds. */
const measured = [
  { receivers: 26, messages: 200, perSecond: 0, goal: undefined },
  { receivers: 100, messages: 100, perSecond: 0, goal: 5.7 },
  { receivers: 500, messages: 40, perSecond: 0, goal: 15 },
  { receivers: 1000, messages: 30, perSecond: 0, goal: 31 },
  { receivers: 500, messages: 100, perSecond: 10, goal: 20 },
];
/** What a delivery should cost, in microseconds of the server's CPU. */
const ways: readonly { readonly way: Way; readonly goal: number }[] = [
  { way: "polls", goal: 60 },
  { way: "streams", goal: 25 },
];

const against = (value: number, goal: number | undefined): string =>
  goal === undefined ? "" : ` (${(value / goal).toFixed(2)} of the goal)`;

const main = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-bench-"));
  chmodSync(dataDir, 0o711);
  const database = process.env.DATABASE_URL ? await freshDatabase(process.env.DATABASE_URL) : undefined;
  const settings = benchSettings(dataDir, database?.url);
  try {
    const { people } = await seed(configOf(settings), 1001);
    const [sender, ...others] = people as readonly [Person, ...Person[]];
    for (const { way, goal: cpuGoal } of ways)
      for (const { receivers, goal, ...sending } of measured) {
        const server = await startProcess("src/main.js", settings);
        try {
          const chosen = others.slice(0, receivers);
          await fanOut(server, sender, chosen, { messages: 20, perSecond: 0 }, way);
          const { p50, p99, cpuPerDelivery, cpuShare } = await fanOut(server, sender, chosen, sending, way);
          process.stdout.write(
            `${String(receivers).padStart(5)} ${way}, ${sending.perSecond === 0 ? "one message after another" : `${sending.perSecond} messages/s`}: ` +
              `last one p50 ${p50.toFixed(1)} ms${against(p50, goal)}, p99 ${p99.toFixed(1)} ms; ` +
              `${cpuPerDelivery.toFixed(0)} µs of CPU a delivery${against(cpuPerDelivery, cpuGoal)}, ` +
              `${(cpuShare * 100).toFixed(0)} % of a core; ${residentOf(server.pid).toFixed(0)} MB\n`,
          );
        } finally {
          await server.stop();
        }
      }
  } finally {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
