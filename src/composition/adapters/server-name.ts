import { servingName } from "../../adapters/persistence/knex/database/connection-name";
import type { Config } from "../../config/config";

/** The name of a serving process's connections, for other nodes to compare. Undefined with the embedded database, which has no others. */
export const nameOfServer = (
  { databaseUrl, wakeup, storage, role }: Pick<Config, "databaseUrl" | "role" | "storage" | "wakeup">,
  serverPid: number,
): string | undefined =>
  databaseUrl === undefined ? undefined : servingName({ wakeup, storage, serverPid, role });
