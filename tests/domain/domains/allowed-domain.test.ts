import { coversEmail } from "../../../src/domain/domains/allowed-domain";

const domains = [
  { id: 1, domain: "example.com", allowSubdomains: false },
  { id: 2, domain: "example.org", allowSubdomains: true },
];

test.each([
  ["a@example.com", true],
  ["a@EXAMPLE.com", true],
  ["a@lab.example.com", false],
  ["a@example.org", true],
  ["a@deep.lab.example.org", true],
  ["a@notexample.org", false],
  ["a@example.net", false],
])("%s: %s", (email, isCovered) => {
  expect(coversEmail(domains, email)).toBe(isCovered);
});
