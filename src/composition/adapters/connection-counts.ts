import type { Config } from "../../config/config";

export const followingConnections = 4;
/** Exclusive work holds a connection for its whole duration. */
export const backgroundConnections = 8;
const listeningConnections = 1;

/** How many database connections a process that serves clients opens at most. */
export const connectionsOf = ({ databasePoolSize }: Pick<Config, "databasePoolSize">): number =>
  2 * databasePoolSize + followingConnections + backgroundConnections + listeningConnections;

/** Left for commands next to the server, and for its superuser. */
const spareConnections = 7;

/** How many connections an embedded database needs for this many processes. */
export const embeddedConnections = (config: Pick<Config, "databasePoolSize">, processes: number): number =>
  processes * (connectionsOf(config) + spareConnections);
