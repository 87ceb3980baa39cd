import ipaddr from "ipaddr.js";
import { type IpAddress, parseIpAddress } from "../../domain/realm/ip-address";

/** Says whether the server may connect to an address, which is written in any form of IPv4 or IPv6. */
export type AddressGuard = (address: string) => boolean;

/** This machine's own. */
export const loopback = ["127.0.0.0/8", "::1"];

/** The IPv6 range from which public unicast addresses are allocated. Everything else is private or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
/** A cloud's own services, at an address that looks public. */
const cloudServices = ["168.63.129.16"];

const isPublicIPv4 = (address: ipaddr.IPv4): boolean =>
  address.range() === "unicast" && !cloudServices.includes(address.toString());

/** IPv4 within IPv6: mapped (`::ffff:1.2.3.4`), or behind a NAT64 (`64:ff9b::1.2.3.4`). */
const embeddedIPv4 = (address: ipaddr.IPv6): ipaddr.IPv4 | undefined => {
  const [a, b, c, d, e, f] = address.parts;
  const isMapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff;
  const isTranslated = a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0;
  return isMapped || isTranslated ? new ipaddr.IPv4(address.toByteArray().slice(12)) : undefined;
};

/** The IPv4 address within an IPv6 one; other addresses as they are. */
const unwrapped = (address: IpAddress): IpAddress =>
  address instanceof ipaddr.IPv6 ? (embeddedIPv4(address) ?? address) : address;

const isPublic = (address: IpAddress): boolean =>
  address instanceof ipaddr.IPv4
    ? isPublicIPv4(address)
    : address.match(globalUnicast) && address.range() === "unicast";

const networkOf = (name: string): [IpAddress, number] => {
  if (name.includes("/")) return ipaddr.parseCIDR(name);
  const address = ipaddr.parse(name);
  return [address, address instanceof ipaddr.IPv4 ? 32 : 128];
};

/**
 * Lets through public addresses, and those that the operator names: addresses and networks as `10.0.0.0/8`. Blocks private,
 * loopback, link-local, shared, multicast and reserved addresses, and tunnels to them, which users must not reach.
 */
export const addressGuard = (allowed: readonly string[]): AddressGuard => {
  const networks = allowed.map(networkOf);
  return (text) => {
    const written = parseIpAddress(text);
    if (written === undefined) return false;
    const address = unwrapped(written);
    const isNamed = networks.some(([network, bits]) =>
      address instanceof ipaddr.IPv4
        ? network instanceof ipaddr.IPv4 && address.match(network, bits)
        : network instanceof ipaddr.IPv6 && address.match(network, bits),
    );
    return isNamed || isPublic(address);
  };
};

/** For servers that the operator names: any address. */
export const anyAddress: AddressGuard = () => true;
