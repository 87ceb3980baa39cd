import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";

/** Whether a request may go to an address. */
export type MayReach = (address: string) => boolean;

/**
 * Finds a host's addresses, and fails where any of them is one of a private network: users name the hosts, and must
 * not have us knock on doors behind the firewall. What is found is what is connected to, so nothing can change between.
 */
export const guardedLookup =
  (mayReach: MayReach): LookupFunction =>
  (host, options, callback) => {
    systemLookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const barred = addresses.find(({ address }) => !mayReach(address));
      if (barred) return callback(new Error(`${host} is in a private network`), []);
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family);
    });
  };

/** Whether a URL names an address that may not be reached: those are never looked up. */
export const namesBarredAddress = (url: URL, mayReach: MayReach): boolean => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) !== 0 && !mayReach(host);
};
