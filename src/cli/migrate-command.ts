import type { Command } from "commander";
import { storageOf } from "../composition/storage";
import type { Config } from "../config/config";

/** The command that only brings the database up to date. A server does the same when it starts. */
export const addMigrateCommand = (program: Command, configured: () => Config): void => {
  program
    .command("migrate")
    .description("Bring the database up to date and end, before servers of a new version start")
    .action(async () => {
      const storage = storageOf(configured(), { log: () => {}, beside: true });
      await storage.start();
      await storage.stop();
      process.stdout.write("The database is up to date\n");
    });
};
