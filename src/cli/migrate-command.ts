import type { Command } from "commander";
import { storageOf } from "../composition/adapters/storage";
import type { Config } from "../config/config";

/** Adds the command that only migrates the database. A server does the same at startup. */
export const addMigrateCommand = (program: Command, configured: () => Config): void => {
  program
    .command("migrate")
    .description("Migrate the database and exit, before servers of a new version start")
    .action(async () => {
      const storage = storageOf(configured(), {
        log: () => {},
        warn: (line) => {
          process.stderr.write(`${line}\n`);
        },
        mayUseRunningServer: true,
      });
      await storage.start();
      await storage.stop();
      process.stdout.write("The database is up to date\n");
    });
};
