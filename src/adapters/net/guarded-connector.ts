import type { LookupAddress, LookupAllOptions, LookupOptions } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { buildConnector } from "undici";
import { OutgoingFailure } from "../../application/ports/system/outgoing-http";
import type { AddressGuard } from "./address-guard";

/** Finds all addresses of a host name. */
export type Resolve = (host: string, options: LookupAllOptions) => Promise<readonly LookupAddress[]>;

const resolveBySystem: Resolve = (host, options) => lookup(host, options);

const forbidden = (host: string): OutgoingFailure =>
  new OutgoingFailure("forbidden", `${host} is in a private network, which this server doesn't call`);

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** A `lookup` for sockets that gives only addresses that the guard lets through. */
const guardedLookup =
  (resolve: Resolve, isAllowed: AddressGuard) =>
  (host: string, options: LookupOptions, callback: LookupCallback): void => {
    const { family, hints } = options;
    const pick = async (): Promise<void> => {
      const found = await resolve(host, { family, hints, all: true });
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return callback(forbidden(host), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    };
    pick().catch((error) => callback(error, []));
  };

/**
 * Connects only to addresses that the guard lets through. The socket connects to what the guarded lookup gives, so a
 * name that resolves to something else a moment later leads nowhere; the address that it reached is checked once more.
 */
export const guardedConnector = (
  build: typeof buildConnector,
  isAllowed: AddressGuard,
  resolve: Resolve = resolveBySystem,
): buildConnector.connector => {
  const connect = build({ lookup: guardedLookup(resolve, isAllowed) });
  return (options, callback) => {
    const { hostname } = options;
    if (isIP(hostname) !== 0 && !isAllowed(hostname)) return callback(forbidden(hostname), null);
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      if (socket.remoteAddress !== undefined && isAllowed(socket.remoteAddress))
        return callback(null, socket);
      socket.destroy();
      callback(forbidden(hostname), null);
    });
  };
};
