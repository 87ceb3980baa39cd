/** Requests without a readable address count as one network, so that nobody escapes limits by inventing addresses. */
const unknownNetwork = "unknown";

/** The network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, usually one household's. */
export const networkOf = (address: string): string => {
  const ipv4 = ipv4In(address);
  return ipv4 ?? prefixOf(address, 4) ?? unknownNetwork;
};

/** The approximate network shown to people: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export const coarseNetwork = (address: string): string => {
  const ipv4 = ipv4In(address);
  return ipv4?.replace(/\d+$/, "0/24") ?? prefixOf(address, 3) ?? "";
};

/** The address without a port, brackets and zone, which some proxies write as well. */
const bareAddress = (text: string): string => {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  const beforePort = /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1];
  return (bracketed ?? beforePort ?? trimmed).replace(/%.*$/, "");
};

const bytesOf = (ipv4: string): readonly number[] | undefined => {
  const bytes = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(ipv4) ? ipv4.split(".").map(Number) : [];
  return bytes.length === 4 && bytes.every((byte) => byte <= 255) ? bytes : undefined;
};

/** Some IPv6 addresses end in an IPv4 address; this writes it as their last two groups. */
const withoutIpv4 = (address: string): string =>
  address.replace(/[\d.]+\.\d+$/, (ipv4) => {
    const hex = bytesOf(ipv4)?.map((byte) => byte.toString(16).padStart(2, "0"));
    return hex ? `${hex.slice(0, 2).join("")}:${hex.slice(2).join("")}` : ipv4;
  });

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): readonly number[] | undefined => {
  const parts = withoutIpv4(address)
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":")));
  const [before = [], after = []] = parts;
  const zeros = parts.length === 2 ? 8 - before.length - after.length : 0;
  if (zeros < 0 || parts.length > 2) return undefined;
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return groups.length === 8 && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined;
};

/** The IPv4 address that the text is, or that its IPv6 address stands for. */
const ipv4In = (text: string): string | undefined => {
  const address = bareAddress(text);
  const bytes = bytesOf(address);
  if (bytes !== undefined) return bytes.join(".");
  const groups = groupsOf(address);
  const isMapped = groups?.slice(0, 6).join() === "0,0,0,0,0,65535";
  return isMapped
    ? groups
        ?.slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join(".")
    : undefined;
};

/** The network of an IPv6 address given by its first `count` groups of 16 bits. */
const prefixOf = (text: string, count: number): string | undefined => {
  const groups = groupsOf(bareAddress(text));
  const network = groups?.slice(0, count).map((group) => group.toString(16));
  return network && `${network.join(":")}::/${count * 16}`;
};
