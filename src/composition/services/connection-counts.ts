import type { Config } from "../../config/config";

export const followingConnections = 4;
/** Exclusive work holds a connection for its whole duration. */
export const backgroundConnections = 8;
const listeningConnections = 1;

/** How many database connections a process that serves clients opens at most. */
export const connectionsOf = ({ databasePoolSize }: Pick<Config, "databasePoolSize">): number =>
  2 * databasePoolSize + followingConnections + backgroundConnections + listeningConnections;
