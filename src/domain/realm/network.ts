import ipaddr from "ipaddr.js";
import { type IpAddress, parseIpAddress } from "./ip-address";

/** Requests without a readable address count as one network, so that nobody escapes limits by inventing addresses. */
const unknownNetwork = "unknown";

/** The longest text that can be an address, with its port and zone. Longer ones aren't looked at. */
const longestAddress = 100;

/** The network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, usually one household's. */
export const networkOf = (address: string): string => {
  const parsed = parse(address);
  if (parsed === undefined) return unknownNetwork;
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : prefixOf(parsed, 4);
};

/** The approximate network shown to people: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export const coarseNetwork = (address: string): string => {
  const parsed = parse(address);
  if (parsed === undefined) return "";
  return parsed instanceof ipaddr.IPv4 ? parsed.toString().replace(/\d+$/, "0/24") : prefixOf(parsed, 3);
};

/** The address without a port, brackets and zone, which some proxies write as well. */
const bareAddress = (text: string): string => {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  const beforePort = /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1];
  return (bracketed ?? beforePort ?? trimmed).replace(/%.*$/, "");
};

/** The address that a proxy wrote. An IPv6 address that stands for an IPv4 address counts as that. */
const parse = (text: string): IpAddress | undefined => {
  if (text.length > longestAddress) return undefined;
  const bare = bareAddress(text);
  // Clients' addresses never have IPv4's shorter forms, such as a single number.
  if (!bare.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined;
  const address = parseIpAddress(bare);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
};

/** The network of an IPv6 address given by its first `count` groups of 16 bits. */
const prefixOf = ({ parts }: ipaddr.IPv6, count: number): string => {
  const network = parts.slice(0, count).map((group) => group.toString(16));
  return `${network.join(":")}::/${count * 16}`;
};
