import type { Command } from "commander";
import { acceptSecret } from "../adapters/security/secret-check";
import { serverSecret, storedSecret } from "../adapters/security/server-secret";
import { storageOf } from "../composition/adapters/storage";
import type { Config } from "../config/config";

const newSecret = ({ secret, dataDir, databaseUrl }: Config): string => {
  const given = secret ?? storedSecret(dataDir);
  if (given === undefined && databaseUrl !== undefined)
    throw new Error(
      "Set PARLEY_SECRET to the new secret, as on all nodes: no node has one that is made up here",
    );
  return given ?? serverSecret(dataDir);
};

/** Adds the command that lets servers start with another secret. */
export const addSecretCommands = (program: Command, configured: () => Config): void => {
  program
    .command("secret")
    .description("Change the server's secret")
    .command("accept")
    .description(
      "Let servers start with the secret that PARLEY_SECRET or the data folder has now; ends all API keys, sessions and links",
    )
    .action(async () => {
      const config = configured();
      const secret = newSecret(config);
      const storage = storageOf(config, { log: () => {}, mayUseRunningServer: true });
      await storage.start();
      try {
        await acceptSecret(storage.db, secret);
      } finally {
        await storage.stop();
      }
      process.stdout.write("The secret is accepted: restart every server with it\n");
    });
};
