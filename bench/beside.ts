import type { ConnectionSettings } from "../src/adapters/persistence/knex/database/database";
import { storageOf } from "../src/composition/adapters/storage";
import type { Config } from "../src/config/config";

/** Runs work on the database while no server runs. */
export const beside = async (
  config: Config,
  work: (connection: ConnectionSettings) => Promise<void>,
): Promise<void> => {
  const storage = storageOf(config, { log: () => {}, mayUseRunningServer: false });
  await storage.start();
  try {
    await work(storage.connection());
  } finally {
    await storage.stop();
  }
};
