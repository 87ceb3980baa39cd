import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Command } from "commander";
import * as E from "fp-ts/Either";
import { hasCluster } from "../../adapters/persistence/embedded/cluster";
import { knexDeadLetters } from "../../adapters/persistence/knex/jobs/dead-letters";
import { storedSecret } from "../../adapters/security/server-secret";
import { systemClock } from "../../adapters/system/clock";
import { isHalfRestored } from "../../adapters/system/data-folder";
import { processCount } from "../../composition/adapters/process-count";
import { storageOf } from "../../composition/adapters/storage";
import { wakeupOf } from "../../composition/adapters/wakeup";
import { roleProblem } from "../../composition/components/other-nodes";
import { type Config, readConfig } from "../../config/config";
import { pluralized } from "../../domain/text/pluralized";
import { checkAddress } from "./check-address";
import { checkCitus } from "./check-citus";
import { checkConnections } from "./check-connections";
import { checkDatabase } from "./check-database";
import { checkFiles } from "./check-files";
import { checkJobs } from "./check-jobs";
import { checkLimits } from "./check-limits";
import { checkMail } from "./check-mail";
import { checkNodes, type FolderUse } from "./check-nodes";
import { checkSecret } from "./check-secret";
import { checkServices } from "./check-services";
import { checkWakeup } from "./check-wakeup";
import { broken, type Finding, fine, reasonOf, skipped } from "./finding";

const marks: Readonly<Record<Finding["outcome"], string>> = {
  fine: "ok     ",
  doubtful: "warning",
  broken: "BROKEN ",
  skipped: "skipped",
};

const show = ({ subject, outcome, message }: Finding): void => {
  process.stdout.write(`${marks[outcome]}  ${subject}: ${message}\n`);
};

const buses = {
  postgres: { name: "NOTIFY", advice: "A pooler between Parley and PostgreSQL must keep sessions" },
  redis: { name: "Redis", advice: "Until it does, changes take up to four seconds to reach other processes" },
  nats: { name: "NATS", advice: "Until it does, changes take up to four seconds to reach other processes" },
} as const;

/** Whether the embedded database would have to be created. */
const hasNoData = async ({ databaseUrl, dataDir }: Config): Promise<boolean> =>
  databaseUrl === undefined && !isHalfRestored(dataDir) && !(await hasCluster(join(dataDir, "postgres")));

interface StoredReport {
  readonly findings: readonly Finding[];
  readonly folder: FolderUse;
}

/** What is known if the database can't be used. */
const withoutDatabase = (...findings: readonly Finding[]): StoredReport => ({
  findings: [...findings, skipped("Wake-up bus", "without a database")],
  folder: "unknown",
});

/** Checks that need the database. */
const checkStored = async (config: Config): Promise<StoredReport> => {
  if (await hasNoData(config))
    return withoutDatabase(skipped("Database", `${config.dataDir} has none yet: the first start creates it`));
  const storage = storageOf(config, {
    log: () => {},
    mayUseRunningServer: true,
    leavesSchema: true,
    processes: processCount(config),
  });
  try {
    await storage.start();
  } catch (error) {
    return withoutDatabase(broken("Database", reasonOf(error)));
  }
  try {
    const findings = await checkDatabase(storage.db);
    if (findings.some(({ subject, outcome }) => subject === "Database" && outcome === "broken"))
      return withoutDatabase(...findings);
    const { db, connection } = storage;
    const stored = config.secret ?? storedSecret(config.dataDir);
    // Both ends of this check need the same secret; any will do.
    const secret = stored ?? randomUUID();
    const nodes = await checkNodes(db, config);
    // Another version's table of jobs may be missing, or differ.
    const isMigrated = findings.some(
      ({ subject, outcome }) => subject === "Migrations" && outcome === "fine",
    );
    const delivery = await checkWakeup(
      buses[config.wakeup],
      (onError) => wakeupOf(config, { db, connection, secret, clock: systemClock, onError }).wakeup,
    );
    return {
      findings: [
        ...findings,
        ...(await checkCitus(db)),
        await checkConnections(db, config),
        await checkSecret(db, config, stored),
        ...nodes.findings,
        ...(isMigrated ? [await checkJobs(knexDeadLetters(db))] : []),
        delivery,
      ],
      folder: nodes.folder,
    };
  } finally {
    await storage.stop();
  }
};

/** Adds the command that checks everything a server needs. */
export const addDoctorCommand = (program: Command): void => {
  program
    .command("doctor")
    .description("Check everything the server needs; exits with an error if anything is broken")
    .action(async () => {
      const read = readConfig(process.env);
      if (E.isLeft(read)) {
        show(broken("Settings", read.left));
        process.exitCode = 1;
        return;
      }
      const config = read.right;
      const findings: Finding[] = [];
      const take = (...more: readonly Finding[]): void => {
        for (const one of more) show(one);
        findings.push(...more);
      };
      take(fine("Settings", "all are valid"));
      const role = roleProblem(config);
      if (role !== undefined) take(broken("Role", role));
      const stored = await checkStored(config);
      take(...stored.findings);
      take(...(await checkLimits(config.redisUrl)));
      take(await checkFiles(config, stored.folder));
      take(await checkMail(config));
      // Keys are read; what they protect doesn't matter.
      take(...(await checkServices(config, config.secret ?? randomUUID())));
      take(await checkAddress(config));
      const count = findings.filter(({ outcome }) => outcome === "broken").length;
      process.stdout.write(count === 0 ? "No check failed\n" : `${pluralized(count, "check")} failed\n`);
      if (count > 0) process.exitCode = 1;
    });
};
