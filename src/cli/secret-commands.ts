import type { Command } from "commander";
import { acceptSecret } from "../adapters/security/secret-check";
import { serverSecret } from "../adapters/security/server-secret";
import { storageOf } from "../composition/adapters/storage";
import type { Config } from "../config/config";

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
      const storage = storageOf(config, { log: () => {}, mayUseRunningServer: true });
      await storage.start();
      try {
        await acceptSecret(storage.db, config.secret ?? serverSecret(config.dataDir));
      } finally {
        await storage.stop();
      }
      process.stdout.write("The secret is accepted: restart every server with it\n");
    });
};
