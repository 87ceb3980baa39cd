const ipv4MappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, usually one household's. */
export const networkOf = (address: string): string => {
  const ipv4 = ipv4In(address);
  return ipv4 ?? (address.includes(":") ? prefixOf(address, 4) : address);
};

/** The approximate network shown to people: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export const coarseNetwork = (address: string): string => {
  const ipv4 = ipv4In(address);
  if (ipv4 !== undefined) return ipv4.replace(/\d+$/, "0/24");
  return address.includes(":") ? prefixOf(address, 3) : "";
};

const ipv4In = (address: string): string | undefined =>
  ipv4MappedAddress.exec(address)?.[1] ?? (/^\d+\.\d+\.\d+\.\d+$/.test(address) ? address : undefined);

/** The network of an IPv6 address given by its first `count` groups of 16 bits. */
const prefixOf = (address: string, count: number): string => {
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const groups = (part: string): readonly string[] => (part === "" ? [] : part.split(":"));
  const [before, after] = [groups(head), groups(tail ?? "")];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const whole = [...before, ...Array<string>(zeros).fill("0"), ...after];
  const network = whole.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/${count * 16}`;
};
