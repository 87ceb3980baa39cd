import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../config/config";
import { backUp } from "./back-up";
import { restore } from "./restore";

/** Commands that copy everything, and bring it back. */
export const addBackupCommands = (program: Command, configured: () => Config): void => {
  program
    .command("backup")
    .description("Copy the database that Parley runs itself, files and secrets, while the server runs or not")
    .argument("<folder>", "a new folder; whoever reads it can read everything")
    .action(async (folder: string) => {
      const { count, leftOut } = await backUp(configured(), resolve(folder));
      for (const line of leftOut) process.stdout.write(`Not in the backup: ${line}\n`);
      process.stdout.write(`${count} files are in ${folder}\n`);
    });

  program
    .command("restore")
    .description("Make the data folder of a backup, each file checked; the data folder must be empty")
    .argument("<folder>", "the backup")
    .action(async (folder: string) => {
      const { dataDir } = configured();
      const count = await restore(resolve(folder), resolve(dataDir));
      process.stdout.write(`${count} files are back in ${dataDir}: start the server\n`);
    });
};
