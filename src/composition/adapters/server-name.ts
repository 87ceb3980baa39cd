import { servingName } from "../../adapters/persistence/knex/database/connection-name";
import type { Config } from "../../config/config";
import { type ComparedConfig, settingsLetters } from "./compared-settings";

type NamedConfig = ComparedConfig & Pick<Config, "databaseUrl" | "role" | "storage" | "wakeup">;

/** The name of a serving process's connections, for other nodes to compare. Undefined with the embedded database, which has no others. */
export const nameOfServer = (config: NamedConfig, serverPid: number): string | undefined => {
  const { databaseUrl, wakeup, storage, role } = config;
  const settings = settingsLetters(config);
  return databaseUrl === undefined ? undefined : servingName({ wakeup, storage, serverPid, role, settings });
};
