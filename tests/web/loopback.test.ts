import { isLoopback } from "../../web/src/ui/loopback";

test.each([
  ["http://127.0.0.1:9991", true],
  ["http://127.1.2.3", true],
  ["http://localhost:9991", true],
  ["http://acme.localhost:9991", true],
  ["http://[::1]:9991", true],
  ["https://chat.example.com", false],
  ["http://192.168.0.7:9991", false],
  ["http://localhost.example.com", false],
  ["http://127.0.0.1.example.com", false],
])("%s opens on this computer only: %s", (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
