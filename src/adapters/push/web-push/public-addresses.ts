import { lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const closed = new BlockList();
for (const [network, size] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  closed.addSubnet(network, size, "ipv4");
/** Of IPv6 only what is given out to the public is open, without the ranges that stand for IPv4 or tunnels. */
const open = new BlockList();
open.addSubnet("2000::", 3, "ipv6");
const tunnels = new BlockList();
tunnels.addSubnet("2001::", 23, "ipv6");
tunnels.addSubnet("2001:db8::", 32, "ipv6");
tunnels.addSubnet("2002::", 16, "ipv6");

const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !closed.check(address, "ipv4")
    : open.check(address, "ipv6") && !tunnels.check(address, "ipv6");

/** A list of addresses and networks, such as `127.0.0.1` and `10.1.0.0/16`. */
export const networksOf = (names: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const name of names) {
    const [address = "", size] = name.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, Number(size ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return list;
};

/** Whether a request may go there: to the public's addresses, and to those that the operator allows. */
const mayReach = (address: string, allowed: BlockList): boolean =>
  isPublic(address) || allowed.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Finds a host's addresses, and fails where any of them is one of a private network: users name the hosts, and must
 * not have us knock on doors behind the firewall. What is found is what is connected to, so nothing can change between.
 */
export const guardedLookup =
  (allowed: BlockList): LookupFunction =>
  (host, options, callback) => {
    systemLookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const barred = addresses.find(({ address }) => !mayReach(address, allowed));
      if (barred) return callback(new Error(`${host} is in a private network`), []);
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family);
    });
  };

/** Whether a URL names an address that may not be reached: those are never looked up. */
export const namesBarredAddress = (url: URL, allowed: BlockList): boolean => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) !== 0 && !mayReach(host, allowed);
};
