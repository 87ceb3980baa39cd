import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../config/config";
import { pluralized } from "../../domain/text/pluralized";
import { backUp } from "./back-up";
import { restore } from "./restore";

/** Adds the commands that back up and restore everything. */
export const addBackupCommands = (program: Command, configured: () => Config): void => {
  program
    .command("backup")
    .description("Copy the embedded database, files and secrets, whether the server is running or not")
    .argument("<folder>", "a new folder; anyone who can read it can read everything")
    .action(async (folder: string) => {
      const { count, leftOut } = await backUp(configured(), resolve(folder));
      for (const line of leftOut) process.stdout.write(`Not in the backup: ${line}\n`);
      process.stdout.write(`Backed up ${pluralized(count, "file")} to ${folder}\n`);
    });

  program
    .command("restore")
    .description("Restore a backup into the data folder, which must be empty, and verify each file")
    .argument("<folder>", "the backup")
    .action(async (folder: string) => {
      const { dataDir } = configured();
      const count = await restore(resolve(folder), resolve(dataDir));
      process.stdout.write(`Restored ${pluralized(count, "file")} to ${dataDir}: start the server\n`);
    });
};
