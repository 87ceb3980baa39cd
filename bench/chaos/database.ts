import { startEmbeddedPostgres } from "../../src/adapters/persistence/embedded/embedded-postgres";
import { freshDatabase } from "../fresh-database";

/** The database that all nodes share. */
interface SharedDatabase {
  readonly url: string;
  readonly description: string;
  stop(): Promise<void>;
}

/** A database on the server at DATABASE_URL, or an embedded PostgreSQL for the run. */
export const openSharedDatabase = async (
  server: string | undefined,
  dataDir: string,
): Promise<SharedDatabase> => {
  if (server !== undefined && server !== "") {
    const { url, drop } = await freshDatabase(server);
    return { url, description: "the server at DATABASE_URL", stop: drop };
  }
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir,
    transport: "tcp",
    settings: { max_connections: "100" },
  });
  const { host, port, user, database, password } = connection;
  return {
    url: `postgres://${user}:${password}@${host}:${port}/${database}`,
    description: "embedded PostgreSQL",
    stop,
  };
};
