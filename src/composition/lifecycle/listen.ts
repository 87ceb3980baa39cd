import type { Server } from "node:net";

interface Address {
  readonly host: string;
  readonly port: number;
}

const whyNot = (settings: string, { host, port }: Address, error: NodeJS.ErrnoException): string => {
  switch (error.code) {
    case "EADDRINUSE":
      return `${settings}_PORT ${port} is in use by another program on ${host}`;
    case "EACCES":
      return `${settings}_PORT ${port} needs privileges that this user doesn't have: choose 1024 or higher`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${settings}_HOST must be an address of this machine; it is "${host}"`;
    default:
      return `Can't listen on ${host}, port ${port}: ${error.message}`;
  }
};

/**
 * The most connections that wait to be accepted; the system may allow fewer. Node accepts a few in each turn of its event loop, and
 * clients beyond its usual 511 would try again only after a second, as when all reconnect after a restart.
 */
const backlog = 4096;

/**
 * Listens, and resolves to the port (port 0 lets the system choose). Rejects with a message that names the setting at
 * fault. Its name starts with `settings`.
 */
export const listen = (server: Server, settings: string, address: Address): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Error(whyNot(settings, address, error))));
    server.listen(address.port, address.host, backlog, () => {
      const bound = server.address();
      resolve(bound !== null && typeof bound === "object" ? bound.port : address.port);
    });
  });
