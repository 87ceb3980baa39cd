import { createHash } from "node:crypto";
import { hostname } from "node:os";

/** PostgreSQL shortens names of more than 63 characters, so each has room for a host of this length in any case. */
const roomForHost = 25;

/** A long name is the same in all names of connections: its beginning, its end, and a hash that distinguishes it. */
export const shortHost = (name: string): string => {
  if (name.length <= roomForHost) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 6);
  return `${name.slice(0, 8)}..${name.slice(-8)}-${hash}`;
};

const ownHost = shortHost(hostname());

const roles = ["all", "web", "jobs"] as const;
type Role = (typeof roles)[number];

/** PostgreSQL's limit. */
const longestName = 63;

/** What the names of all our connections begin with. */
export const connectionNamePrefix = "parley ";

/** What other nodes may know about a process that serves. All must have the same bus and storage. */
export interface Serving {
  readonly wakeup: string;
  readonly storage: string;
  /** The process that started it, which the workers of one server share. */
  readonly serverPid: number;
  /** Undefined for versions that didn't send it, and where a long name had no room for it. */
  readonly role?: Role | undefined;
  /**
   * Letters that say which other settings it has. Undefined for versions that didn't send them; a long name has fewer. What they begin
   * with is never a role's second letter.
   */
  readonly settings?: string | undefined;
}

/** A process that is connected to the database, by the name of its connections. */
export interface ConnectedProcess {
  readonly pid: number;
  readonly host: string;
  /** Undefined for commands and for versions that didn't send it. */
  readonly serving: Serving | undefined;
}

/** Says in pg_stat_activity which process a connection belongs to, unless PGAPPNAME or the URL names it. */
export const connectionName = `${connectionNamePrefix}${process.pid} ${ownHost}`;

/**
 * The same for a process that serves. The role's first letter and the settings come last, where versions that don't know them read all
 * the rest, and where only they are lost if the name is too long.
 */
export const servingName = ({ wakeup, storage, serverPid, role, settings = "" }: Serving): string => {
  const name = `${connectionNamePrefix}${process.pid} ${wakeup}/${storage}/${serverPid} ${ownHost}`;
  return role === undefined ? name : `${name}/${role.charAt(0)}${settings}`.slice(0, longestName);
};

const form = /^parley (\d+) (?:([a-z0-9]+)\/([a-z0-9]+)\/(\d+) )?([^\s/]+)(?:\/([a-z]*))?$/;

/** The version before writes the whole role, or its beginning, and no settings. */
const readEnd = (end = ""): Pick<Serving, "role" | "settings"> => {
  const first = end.charAt(0);
  const role = first === "" ? undefined : roles.find((one) => one.startsWith(first));
  if (role === undefined || role.startsWith(end)) return { role, settings: undefined };
  return { role, settings: end.slice(1) };
};

/** Reads the name of a connection; undefined if it isn't one of ours. */
export const readConnectionName = (name: string): ConnectedProcess | undefined => {
  const [, pid, wakeup, storage, serverPid, host, end] = form.exec(name) ?? [];
  if (host === undefined) return undefined;
  const serving =
    wakeup === undefined || storage === undefined
      ? undefined
      : { wakeup, storage, serverPid: Number(serverPid), ...readEnd(end) };
  return { pid: Number(pid), host, serving };
};

/** Whether the process runs on this machine. */
export const isHere = ({ host }: ConnectedProcess): boolean => host === ownHost;

/** Tells processes apart, whatever names their connections have. */
export const processKey = ({ pid, host }: ConnectedProcess): string => `${pid} ${host}`;

/** Tells servers apart, however many workers each has. */
export const serverKey = ({ host, serving }: Pick<ConnectedProcess, "host"> & { serving: Serving }): string =>
  `${serving.serverPid} ${host}`;
