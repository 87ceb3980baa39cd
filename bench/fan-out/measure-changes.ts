import { countQueries, type QueryCounter } from "../query-counter";
import type { Person } from "../seed";
import { startProcess } from "../server-process";
import type { Change } from "./changes";
import type { Way } from "./clients";
import { fanOut, warmUp } from "./fan-out";
import { ways } from "./goals";

const receivers = 500;
const sending = { messages: 40, perSecond: 0 };

interface Measured {
  readonly p50: number;
  readonly cpuPerDelivery: number;
  /** Statements of one change, and of all its deliveries. Unknown in an embedded database. */
  readonly statements: number | undefined;
}

const line = (cells: readonly string[]): void =>
  void process.stdout.write(
    `${cells[0]?.padEnd(28)}${cells
      .slice(1)
      .map((cell) => cell.padStart(22))
      .join("")}\n`,
  );

const ratio = (value: number, base: number | undefined): string =>
  base === undefined ? "" : ` (${(value / base).toFixed(2)})`;

/** Compares what other changes cost with what messages do. Each has a server of its own. */
export const measureChanges = async (
  settings: NodeJS.ProcessEnv,
  sender: Person,
  others: readonly Person[],
  changes: Readonly<Record<string, Change>>,
): Promise<void> => {
  const { DATABASE_URL: databaseUrl } = settings;
  const counter = databaseUrl === undefined ? undefined : await countQueries(databaseUrl);
  try {
    for (const way of ways) {
      line([
        `${receivers} ${way} (relative)`,
        "last one p50 ms",
        "CPU a delivery, µs",
        "statements a change",
      ]);
      let message: Measured | undefined;
      for (const [name, change] of Object.entries(changes)) {
        const measured = await measureOne(settings, counter, sender, others.slice(0, receivers), way, change);
        line([
          name,
          `${measured.p50.toFixed(1)}${ratio(measured.p50, message?.p50)}`,
          `${measured.cpuPerDelivery.toFixed(0)}${ratio(measured.cpuPerDelivery, message?.cpuPerDelivery)}`,
          measured.statements?.toFixed(1) ?? "",
        ]);
        message ??= measured;
      }
    }
  } finally {
    await counter?.close();
  }
};

const measureOne = async (
  settings: NodeJS.ProcessEnv,
  counter: QueryCounter | undefined,
  sender: Person,
  people: readonly Person[],
  way: Way,
  change: Change,
): Promise<Measured> => {
  const server = await startProcess("src/main.js", {
    ...settings,
    ...(counter && { DATABASE_URL: counter.url }),
  });
  try {
    let executedBefore = 0;
    const { p50, cpuPerDelivery } = await fanOut(server, sender, people, { ...sending, change }, way, () => {
      executedBefore = counter?.executed ?? 0;
    });
    const statements = counter && (counter.executed - executedBefore) / (warmUp + sending.messages);
    return { p50, cpuPerDelivery, statements };
  } finally {
    await server.stop();
  }
};
