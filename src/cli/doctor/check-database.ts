import type { Knex } from "knex";
import { migrations } from "../../adapters/persistence/knex/database/migrations";
import { requireSessions } from "../../adapters/persistence/knex/database/require-sessions";
import { requireWritable } from "../../adapters/persistence/knex/database/require-writable";
import { schemaProblem } from "../../adapters/persistence/knex/database/schema-rights";
import { mostClockDifference } from "../../application/monitoring/clock-watch";
import { withTimeout } from "../../application/with-timeout";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding";

const patience = 10_000;
const oldestSupported = 150_000;
const noticeable = 1000;
const slow = 20;

interface Report {
  readonly version: number;
  readonly name: string;
  readonly foldsCase: boolean;
  /** Unix milliseconds. */
  readonly time: number;
}

const ask = async (db: Knex) => {
  // The first statement also connects.
  await withTimeout("no answer", patience, db.raw("SELECT 1"));
  const askedAt = Date.now();
  const { rows } = await db.raw<{ rows: readonly Report[] }>(
    `SELECT current_setting('server_version_num')::integer AS version, current_setting('server_version') AS name,
       lower('É') = 'é' AS "foldsCase", (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS time`,
  );
  const took = Date.now() - askedAt;
  const [report] = rows;
  if (report === undefined) throw new Error("it returned no version");
  return { ...report, took, ahead: Math.round(report.time - (askedAt + took / 2)) };
};

const clock = (ahead: number): Finding => {
  const summary = `the database's clock is ${Math.abs(ahead)} ms ${ahead < 0 ? "behind" : "ahead of"} this machine's`;
  if (Math.abs(ahead) > mostClockDifference) return broken("Clock", `${summary}. Synchronize both with NTP`);
  return Math.abs(ahead) > noticeable
    ? doubtful("Clock", `${summary}. Synchronize both with NTP`)
    : fine("Clock", summary);
};

const schema = async (db: Knex): Promise<Finding> => {
  const problem = await schemaProblem(db);
  if (!(await db.schema.hasTable("parley_migrations")))
    return problem === undefined
      ? doubtful("Migrations", "the database is empty. The first start creates the tables")
      : broken("Migrations", problem);
  const { rows } = await db.raw<{ rows: readonly { name: string }[] }>("SELECT name FROM parley_migrations");
  const done = new Set(rows.map(({ name }) => name));
  const ours = await migrations.getMigrations([]);
  const unknown = [...done].filter((name) => !ours.includes(name));
  const missing = ours.filter((name) => !done.has(name));
  if (unknown.length > 0)
    return doubtful(
      "Migrations",
      `a newer Parley has changed the database (${unknown[0]}). Run that version, unless an upgrade is in progress`,
    );
  if (missing.length === 0) return fine("Migrations", `all ${ours.length} have run`);
  return problem === undefined
    ? doubtful("Migrations", `${missing.length} are pending. The next start runs them`)
    : broken("Migrations", `${missing.length} are pending. ${problem}`);
};

/** Nothing if the database meets the requirement. */
const unmet = (requirement: Promise<void>): Promise<readonly Finding[]> =>
  requirement.then(
    () => [],
    (error) => [broken("Database", reasonOf(error))],
  );

/** Whether the database answers and meets Parley's requirements. */
export const checkDatabase = async (db: Knex): Promise<readonly Finding[]> => {
  let report: Awaited<ReturnType<typeof ask>>;
  try {
    report = await ask(db);
  } catch (error) {
    return [broken("Database", `it doesn't answer: ${reasonOf(error)}`)];
  }
  const { version, name, took, foldsCase, ahead } = report;
  const summary = `PostgreSQL ${name}, which answers in ${took} ms`;
  if (version < oldestSupported) return [broken("Database", `${summary}. Parley needs 15 or newer`)];
  if (!foldsCase)
    return [broken("Database", `${summary}. It needs encoding UTF8 and a locale such as C.UTF-8`)];
  const near =
    took > slow
      ? doubtful(
          "Database",
          `${summary}. Run Parley near its database: each request queries it several times`,
        )
      : fine("Database", summary);
  return [
    near,
    ...(await unmet(requireWritable(db))),
    ...(await unmet(requireSessions(db))),
    clock(ahead),
    await schema(db),
  ];
};
