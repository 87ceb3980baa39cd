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
import { heading, isMissed, lineOf, type Measured, type Row } from "./row";
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

/** Where the messages are kept: on a PostgreSQL server, or in an embedded database. */
interface Database {
  readonly name: string;
  readonly server: string | undefined;
}

const embedded: Database = { name: "embedded PostgreSQL", server: undefined };

/** Runs measurements one after another in a new organization, and prints each row. */
const measureGroup = (database: Database, group: readonly Measurement[]): Promise<readonly Measured[]> =>
  isolated(database.server, async (dataDir, databaseUrl) => {
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
const measureOnce = async (database: Database): Promise<readonly Measured[]> => {
  say(`\n${database.name}`);
  say(heading);
  const all: Measured[] = [];
  for (const group of groups) all.push(...(await measureGroup(database, group)));
  return all;
};

/** Some runs on one database. */
interface Runs {
  readonly database: Database;
  readonly all: readonly (readonly Measured[])[];
}

/** The values of each row in all runs. */
const valuesOf = ({ all }: Runs): readonly (readonly [row: Row, values: readonly number[]])[] =>
  (all[0] ?? []).map(([row], index) => [row, all.map((run) => run[index]?.[1] ?? Number.NaN)]);

const sayMedians = (runs: Runs): void => {
  say(`\n${runs.database.name}: medians of ${runs.all.length} runs, and the least and the most`);
  say(heading);
  for (const [row, values] of valuesOf(runs)) say(lineOf(row, values));
};

/**
 * Measures and prints the table of goals a number of times, and then the medians. If `alsoEmbedded`, runs with an embedded database
 * alternate with those on the server: the machine's speed changes. @returns whether all goals are met.
 */
export const measureTable = async (
  runs: number,
  server: string | undefined,
  alsoEmbedded: boolean,
): Promise<boolean> => {
  const named: Database = { name: "the server at DATABASE_URL", server };
  const databases = server === undefined ? [embedded] : alsoEmbedded ? [named, embedded] : [named];
  const rounds: (readonly (readonly Measured[])[])[] = [];
  while (rounds.length < runs) {
    const round: (readonly Measured[])[] = [];
    for (const database of databases) round.push(await measureOnce(database));
    rounds.push(round);
  }
  const measured = databases.map(
    (database, index): Runs => ({ database, all: rounds.map((round) => round[index] ?? []) }),
  );
  if (runs > 1) for (const one of measured) sayMedians(one);
  return measured.every((one) => valuesOf(one).every(([row, values]) => !isMissed(row, values)));
};
