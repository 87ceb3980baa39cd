import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { ConnectionSettings } from "../../src/adapters/persistence/knex/database";

/** A way to a database that a test can block. */
interface DatabaseDoor {
  readonly connection: ConnectionSettings;
  /** Ends every connection and takes no new one. */
  shut(): void;
  open(): void;
  /** Leaves the connections of now open, and passes nothing on any more. */
  hush(): void;
  close(): Promise<void>;
}

/** Where a database is, and how it is reached through a port of this machine. */
const whereabouts = (
  connection: ConnectionSettings,
): { host: string; port: number; through(port: number): ConnectionSettings } => {
  if (typeof connection !== "string")
    return { ...connection, through: (port) => ({ ...connection, host: "127.0.0.1", port }) };
  const url = new URL(connection);
  return {
    host: url.hostname,
    port: Number(url.port || 5432),
    through: (port) => Object.assign(new URL(url), { hostname: "127.0.0.1", port: `${port}` }).toString(),
  };
};

/** Opens a TCP port that passes everything on to the database. */
export const doorTo = async (connection: ConnectionSettings): Promise<DatabaseDoor> => {
  const { host, port, through } = whereabouts(connection);
  const target = host.startsWith("/") ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
  const pairs = new Set<readonly [Socket, Socket]>();
  let isOpen = true;
  const server = createServer((near) => {
    if (!isOpen) return void near.destroy();
    const far = connect(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  const shut = () => {
    isOpen = false;
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    connection: through(ownPort),
    shut,
    open: () => {
      isOpen = true;
    },
    hush: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        // What still arrives is read and thrown away.
        near.resume();
        far.resume();
      }
    },
    close: () => {
      shut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
