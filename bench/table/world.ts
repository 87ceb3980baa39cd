import type { ConnectionSettings } from "../../src/adapters/persistence/knex/database/database";
import type { Person } from "../seed";
import { type ServerProcess, startProcess } from "../server-process";

/** An organization to measure, on a database that isn't in use. */
export interface World {
  readonly settings: NodeJS.ProcessEnv;
  /** How to reach its database while a server runs. */
  readonly connection: () => ConnectionSettings;
  readonly realmId: number;
  readonly people: readonly Person[];
}

/** Runs work on a server that has just started. */
export const onServer = async <A>(
  { settings }: Pick<World, "settings">,
  work: (server: ServerProcess) => Promise<A>,
): Promise<A> => {
  const server = await startProcess("src/main.js", settings);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
};
