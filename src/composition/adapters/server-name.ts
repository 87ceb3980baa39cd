import { servingName } from "../../adapters/persistence/knex/database/connection-name";
import type { Config } from "../../config/config";

/** What the connections of a process that serves are called, for other nodes to compare; nobody compares an embedded database's. */
export const nameOfServer = (
  { databaseUrl, wakeup, storage }: Pick<Config, "databaseUrl" | "storage" | "wakeup">,
  serverPid: number,
): string | undefined =>
  databaseUrl === undefined ? undefined : servingName({ wakeup, storage, serverPid });
