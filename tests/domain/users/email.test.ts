import { isEmail } from "../../../src/domain/users/email";

test.each([
  "ann@example.com",
  "Ann.O'Neil+chat@mail.example.co.uk",
  "møller@example.com",
  "a@localhost",
  "😀@example.com",
])("%j is an address", (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  "ann",
  "ann@",
  "@example.com",
  "ann@example.com, ben@example.com",
  "ann@example.com\r\nBcc: ben@example.com",
  "Ann <ann@example.com>",
  "ann(ben@example.org)@example.com",
  'ann"@example.com',
  "ann;ben@example.com",
  "a\0b@example.com",
  "a\u0085b@example.com",
  "a\ud83d@example.com",
  "ann@exam\u212Ale.com",
  "ann@-example.com",
  "ann@example..com",
  `${"a".repeat(250)}@b.com`,
])("%j is none", (text) => {
  expect(isEmail(text)).toBe(false);
});
