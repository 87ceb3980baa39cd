import type { Command } from "commander";
import { openDatabase } from "../adapters/persistence/knex/database/database";
import { distribute } from "../adapters/persistence/knex/database/distribution";
import { storageOf } from "../composition/adapters/storage";
import type { Config } from "../config/config";
import { pluralized } from "../domain/text/pluralized";

/** Adds the commands for how the database is laid out. */
export const addDatabaseCommands = (program: Command, configured: () => Config): void => {
  program
    .command("database")
    .description("Spread the database over the nodes of Citus")
    .command("distribute")
    .description(
      "Distribute the tables over the nodes of Citus, each organization on one; skip tables that already are",
    )
    .action(async () => {
      const storage = storageOf(configured(), { log: () => {}, mayUseRunningServer: true });
      await storage.start();
      // Placing a large table takes long.
      const db = openDatabase(storage.connection, { poolSize: 1, statementsWithin: 0 });
      try {
        const { distributed, referenced } = await distribute(db);
        process.stdout.write(
          distributed.length + referenced.length === 0
            ? "All tables are already distributed\n"
            : `Placed ${pluralized(distributed.length, "table")} by organization, and ${pluralized(referenced.length, "table")} on every node\n`,
        );
      } finally {
        await db.destroy();
        await storage.stop();
      }
    });
};
