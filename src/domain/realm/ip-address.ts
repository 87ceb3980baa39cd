import ipaddr from "ipaddr.js";

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** ipaddr.js takes `::1.2.3.4`, which is an address of its own, for `::ffff:1.2.3.4`: so all of it goes in as hex. */
const inHex = (text: string): string =>
  text.replace(/(?<=:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });

/** Parses any form of an IPv4 or IPv6 address; undefined if the text isn't one. */
export const parseIpAddress = (text: string): IpAddress | undefined =>
  ipaddr.isValid(text) ? ipaddr.parse(inHex(text)) : undefined;
