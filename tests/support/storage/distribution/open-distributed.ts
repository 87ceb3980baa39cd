import { openDatabase } from "../../../../src/adapters/persistence/knex/database/database";
import { distribute } from "../../../../src/adapters/persistence/knex/database/distribution";
import { migrate } from "../../../../src/adapters/persistence/knex/database/migrate";
import { knexPersistence } from "../knex-persistence";
import type { Persistence } from "../persistence";
import { createTestDatabase, type TestDatabase } from "../test-database";
import { asSuperuser, explainFunctions, type FunctionUse, watchFunctions } from "./function-statements";
import { type Recorded, recordStatements } from "./recorded-statements";
import { standInForCitus } from "./stand-in";

/** A distributed database that records what it is sent. */
export interface Distributed {
  readonly database: TestDatabase;
  readonly persistence: Persistence;
  readonly recorded: () => readonly Recorded[];
  readonly functions: () => Promise<readonly FunctionUse[]>;
  /** Does what an upgrade does after its migrations, with the rows that there are. */
  readonly upgradeAgain: () => Promise<void>;
}

const onCitus = async (url: string): Promise<TestDatabase> => {
  const db = openDatabase(url);
  await migrate(db);
  const patient = openDatabase(url, { poolSize: 1, statementsWithin: 0 });
  await distribute(patient);
  await patient.destroy();
  return { db, connection: url, destroy: () => db.destroy() };
};

/** A plain PostgreSQL that the adapter takes for Citus. It tells how it runs the statements in functions. */
const onStandIn = async (): Promise<TestDatabase> => {
  const { db: usual, connection: ofUsual, destroy } = await createTestDatabase();
  const connection = asSuperuser(ofUsual);
  const admin = openDatabase(connection, { poolSize: 1 });
  await explainFunctions(admin);
  await admin.destroy();
  await standInForCitus(usual);
  await distribute(usual);
  const db = openDatabase(connection);
  return {
    db,
    connection,
    destroy: async () => {
      await db.destroy();
      await destroy();
    },
  };
};

/** Opens a Citus coordinator, or else a database of the test server that stands in for one. */
export const openDistributed = async (citusUrl: string | undefined): Promise<Distributed> => {
  const database = await (citusUrl ? onCitus(citusUrl) : onStandIn());
  const { db } = database;
  return {
    database,
    functions: watchFunctions(db),
    recorded: recordStatements(db),
    persistence: knexPersistence(db),
    upgradeAgain: async () => {
      await db.raw("DELETE FROM backfills");
      await migrate(db);
    },
  };
};
