import { hostname } from "node:os";

/** PostgreSQL shortens longer names. */
const longestName = 63;
/** What the names of all our connections begin with. */
export const connectionNamePrefix = "parley ";

/** What other nodes may know about a process that serves, because all must have the same. */
export interface Serving {
  readonly wakeup: string;
  readonly storage: string;
  /** The process that started it, which the workers of one server share. */
  readonly serverPid: number;
}

/** A process that is connected to the database, by the name of its connections. */
export interface ConnectedProcess {
  readonly pid: number;
  readonly host: string;
  /** Undefined if it is a command, or older than this. */
  readonly serving: Serving | undefined;
}

/** The end of a long host name tells machines apart better than its beginning. */
const withHost = (start: string): string => `${start}${hostname().slice(start.length - longestName)}`;

/** Says in pg_stat_activity which process a connection belongs to, unless PGAPPNAME or the URL names it. */
export const connectionName = withHost(`${connectionNamePrefix}${process.pid} `);

/** The same for a process that serves. */
export const servingName = ({ wakeup, storage, serverPid }: Serving): string =>
  withHost(`${connectionNamePrefix}${process.pid} ${wakeup}/${storage}/${serverPid} `);

const form = /^parley (\d+) (?:([a-z0-9]+)\/([a-z0-9]+)\/(\d+) )?(\S+)$/;

/** Reads the name of a connection; undefined if it isn't one of ours. */
export const readConnectionName = (name: string): ConnectedProcess | undefined => {
  const [, pid, wakeup, storage, serverPid, host] = form.exec(name) ?? [];
  if (host === undefined) return undefined;
  const serving =
    wakeup === undefined || storage === undefined
      ? undefined
      : { wakeup, storage, serverPid: Number(serverPid) };
  return { pid: Number(pid), host, serving };
};

/** A name has room for a host of this length in any case. */
const roomForHost = 25;

/** Whether the process runs on this machine. */
export const isHere = ({ host }: ConnectedProcess): boolean =>
  host.length < roomForHost ? host === hostname() : hostname().endsWith(host);
