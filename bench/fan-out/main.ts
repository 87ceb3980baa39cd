import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchSettings, configOf } from "../bench-settings";
import { freshDatabase } from "../fresh-database";
import { type Person, seed } from "../seed";
import { startProcess } from "../server-process";
import { fanOut } from "./fan-out";

const measured = [
  { receivers: 26, messages: 200, perSecond: 0 },
  { receivers: 100, messages: 100, perSecond: 0 },
  { receivers: 500, messages: 40, perSecond: 0 },
  { receivers: 1000, messages: 30, perSecond: 0 },
  { receivers: 500, messages: 100, perSecond: 10 },
];

const main = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-bench-"));
  chmodSync(dataDir, 0o711);
  const database = process.env.DATABASE_URL ? await freshDatabase(process.env.DATABASE_URL) : undefined;
  const settings = benchSettings(dataDir, database?.url);
  try {
    const { people } = await seed(configOf(settings), 1001);
    const [sender, ...others] = people as readonly [Person, ...Person[]];
    for (const { receivers, ...sending } of measured) {
      const server = await startProcess("src/main.js", settings);
      try {
        await fanOut(server, sender, others.slice(0, receivers), { messages: 20, perSecond: 0 });
        const { p50, p99, cpuPerDelivery, cpuShare } = await fanOut(
          server,
          sender,
          others.slice(0, receivers),
          sending,
        );
        process.stdout.write(
          `${String(receivers).padStart(5)} receivers, ${sending.perSecond === 0 ? "one message after another" : `${sending.perSecond} messages/s`}: ` +
            `last one p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ` +
            `${cpuPerDelivery.toFixed(0)} µs of CPU a delivery, ${(cpuShare * 100).toFixed(0)} % of a core\n`,
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
