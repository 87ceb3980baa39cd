const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Where somebody comes from, for limits: an IPv4 address, or the /64 of an IPv6 one, all of which is usually one
 * person's.
 */
export const networkOf = (address: string): string => {
  const [, inner] = mapped.exec(address) ?? [];
  if (inner !== undefined) return inner;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const groups = (part: string): readonly string[] => (part === "" ? [] : part.split(":"));
  const [before, after] = [groups(head), groups(tail ?? "")];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const whole = [...before, ...Array<string>(zeros).fill("0"), ...after];
  const network = whole.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
};
