import { readFileSync } from "node:fs";
import { join } from "node:path";
import { benchSettings, configOf } from "../bench-settings";
import { isolated } from "../isolated";
import { seed } from "../seed";
import { measureHistory } from "./history";
import { measureIdleMemory } from "./idle-memory";
import { measureJoining } from "./joining";
import { measureLost } from "./lost";
import { measureReceivers } from "./receivers";
import { heading, lineOf, type Measured } from "./row";
import { measureSends } from "./sends";
import { measureWaitingMemory } from "./waiting-memory";
import type { World } from "./world";

/** Everybody who waits, and somebody who sends. */
const realmSize = 1001;

type Measurement = (world: World) => Promise<readonly Measured[]>;

/** Each group has an organization of its own: what one sends, and the queues that one opens, another would have to read. */
const groups: readonly (readonly Measurement[])[] = [
  [measureSends, measureReceivers, measureWaitingMemory, measureIdleMemory],
  [measureJoining],
  [measureHistory],
  [measureLost],
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs measurements one after another in a new organization, and prints each row. */
const measureGroup = (group: readonly Measurement[]): Promise<readonly Measured[]> =>
  isolated(process.env.DATABASE_URL, async (dataDir, databaseUrl) => {
    const settings = benchSettings(dataDir, databaseUrl);
    const { people, realmId } = await seed(configOf(settings), realmSize);
    const connection = () =>
      databaseUrl ?? JSON.parse(readFileSync(join(dataDir, "connection.json"), "utf8"));
    const all: Measured[] = [];
    for (const measure of group) {
      const measured = await measure({ settings, connection, people, realmId });
      for (const [row, value] of measured) say(lineOf(row, [value]));
      all.push(...measured);
    }
    return all;
  });

/** Measures all rows once. */
const measureOnce = async (): Promise<readonly Measured[]> => {
  say(heading);
  const all: Measured[] = [];
  for (const group of groups) all.push(...(await measureGroup(group)));
  return all;
};

/** Measures and prints the table of goals a number of times, and then the medians. */
export const measureTable = async (runs: number): Promise<void> => {
  const all: (readonly Measured[])[] = [];
  while (all.length < runs) all.push(await measureOnce());
  if (runs === 1) return;
  say(`\nmedians of ${runs} runs, and the least and the most`);
  say(heading);
  for (const [index, [row]] of all[0]?.entries() ?? [])
    say(
      lineOf(
        row,
        all.map((run) => run[index]?.[1] ?? Number.NaN),
      ),
    );
};
