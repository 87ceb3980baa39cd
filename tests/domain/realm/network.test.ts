import { coarseNetwork, networkOf } from "../../../src/domain/realm/network";
import { processorSeconds } from "../../support/measures/processor";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  // An address of its own, unlike the mapped one.
  ["::203.0.113.9", "0:0:0:0::/64"],
  // As some proxies write it: with the port, and brackets around IPv6.
  ["203.0.113.9:1000", "203.0.113.9"],
  ["203.0.113.9:1013", "203.0.113.9"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]:1000", "2001:db8:1:2::/64"],
  ["[::ffff:203.0.113.9]:1000", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["::ffff:203.0.113.9%eth0", "203.0.113.9"],
  [" 203.0.113.9 ", "203.0.113.9"],
  // Whatever is no address is one network.
  ["", "unknown"],
  ["unknown", "unknown"],
  ["garbage1", "unknown"],
  ["garbage2", "unknown"],
  ["203.0.113.999", "unknown"],
  ["203.0.113.9:port", "unknown"],
  ["2001:db8:1:2:3:4:5:6:7", "unknown"],
  ["x:y::z", "unknown"],
  ["[2001:db8::1", "unknown"],
])("%s belongs to the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["::1", "0:0:0::/48"],
  ["", ""],
  ["no address", ""],
  ["203.0.113.9:1000", "203.0.113.0/24"],
  ["x:y::z", ""],
])("shows %s as %s", (address, network) => {
  expect(coarseNetwork(address)).toBe(network);
});

test.each(["1.", "1", ":", "::", "[", "0:", "%", "f:1."])(
  "a header full of %s costs next to nothing",
  (part) => {
    const header = `${part.repeat(100_000)}x`;
    const seconds = processorSeconds(() => {
      expect(networkOf(header)).toBe("unknown");
      expect(coarseNetwork(header)).toBe("");
    });
    expect(seconds).toBeLessThan(1);
  },
);

test("a text too long for an address isn't looked at", () => {
  expect(networkOf(`fe80::1%${"a".repeat(92)}`)).toBe("fe80:0:0:0::/64");
  expect(networkOf(`fe80::1%${"a".repeat(93)}`)).toBe("unknown");
});
