import type { LookupAddress, LookupAllOptions, LookupOptions } from "node:dns";
import { isIP, type Socket, type TcpNetConnectOpts } from "node:net";
import { OutgoingFailure } from "../../application/ports/outgoing-http";
import type { AddressGuard } from "./address-guard";

/** Finds all addresses of a host name. */
export type Resolve = (host: string, options: LookupAllOptions) => Promise<readonly LookupAddress[]>;

const forbidden = (host: string): OutgoingFailure =>
  new OutgoingFailure("forbidden", `${host} is in a network that this server doesn't call`);

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * A `lookup` for sockets that gives only addresses that the guard lets through. The socket connects to what it gives,
 * so that a name that is resolved again, to something else, leads nowhere.
 */
export const guardedLookup =
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

/** Whether the host of a URL is an address that the guard refuses; names are for the lookup. */
export const checkHost = (host: string, isAllowed: AddressGuard): void => {
  const address = host.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0 && !isAllowed(address)) throw forbidden(address);
};

/** Breaks off before anything is sent where the socket is connected elsewhere than was allowed, however it came there. */
export const guardSocket = (socket: Socket, options: TcpNetConnectOpts, isAllowed: AddressGuard): Socket => {
  socket.prependOnceListener("connect", () => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || !isAllowed(remoteAddress))
      socket.destroy(forbidden(options.host ?? "The host"));
  });
  return socket;
};
