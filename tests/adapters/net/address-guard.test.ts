import { addressGuard } from "../../../src/adapters/net/address-guard";
import fc from "../../support/random/fast-check";

const isPublic = addressGuard([]);

test.each([
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::1.1.1.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::FFFF:10.0.0.1",
  "0:0:0:0:0:ffff:169.254.169.254",
  "::ffff:0:127.0.0.1",
  "64:ff9b::127.0.0.1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::1",
  "2002:7f00:1::",
  "2002:a00:1::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:db8::1",
  "2001:20::1",
  "3fff::1",
  "100::1",
  "5f00::1",
  "4000::1",
  "fc00::1",
  "fd12:3456:789a::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "ff0e::1",
  "",
  "localhost",
  "1.1.1.1.evil",
  "[::1]",
])("refuses %s", (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "172.15.255.255",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "2606:4700::1111",
  "2a00:1450:4001:81b::200e",
  "::ffff:1.1.1.1",
  "64:ff9b::1.1.1.1",
])("allows the public address %s", (address) => {
  expect(isPublic(address)).toBe(true);
});

test("refuses an IPv4 address in exactly the IPv6 forms that lead to it, and vice versa", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      for (const form of [`::ffff:${address}`, `64:ff9b::${address}`])
        expect(isPublic(form)).toBe(isPublic(address));
      expect(isPublic(`::${address}`)).toBe(false);
    }),
  );
});

test("allows only the addresses that the operator names, in any notation", () => {
  const guard = addressGuard(["10.1.0.0/16", "127.0.0.1", "fd00::/8", "::1"]);
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "127.0.0.1", "fd12::1", "::1", "1.1.1.1"])
    expect([address, guard(address)]).toEqual([address, true]);
  for (const address of ["10.2.0.1", "127.0.0.2", "fc00::1", "::2", "169.254.169.254", "::127.0.0.1"])
    expect([address, guard(address)]).toEqual([address, false]);
});
