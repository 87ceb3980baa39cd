import { reportedIdentity } from "../../../src/adapters/sign-on/reported-identity";

const token = { iss: "https://id.example.com", sub: "1" };
const emailOf = (idToken: object, userInfo: object) =>
  reportedIdentity({ ...token, ...idToken }, { sub: "1", ...userInfo })?.email;
const verified = (email: string) => ({ email, email_verified: true });

test("an address is confirmed by the document that contains it", () => {
  expect(emailOf({}, verified("ann@example.com"))).toBe("ann@example.com");
  expect(emailOf(verified("ann@example.com"), {})).toBe("ann@example.com");
  expect(emailOf(verified("ann@example.com"), verified("lee@example.com"))).toBe("lee@example.com");
});

test("one document can't confirm an address in the other", () => {
  expect(emailOf({ email_verified: true }, { email: "boss@example.com" })).toBeUndefined();
  expect(emailOf(verified("ann@example.com"), { email: "boss@example.com" })).toBeUndefined();
  expect(emailOf({ email: "boss@example.com" }, { email_verified: true })).toBeUndefined();
});

test("takes the identifier only from the token, and the name from the last document that has one", () => {
  expect(
    reportedIdentity({ ...token, name: "Ann" }, { iss: "https://evil.example", sub: "2", name: "Ann Lee" }),
  ).toEqual({ provider: token.iss, subject: "1", email: undefined, fullName: "Ann Lee" });
  expect(reportedIdentity({ sub: "1" }, {})).toBeUndefined();
  expect(reportedIdentity({ ...token, sub: "x".repeat(256) }, {})).toBeUndefined();
});

test("halves of characters, which databases refuse, are replaced in names and refused elsewhere", () => {
  expect(reportedIdentity({ ...token, name: "Ann\ud83d" }, {})?.fullName).toBe("Ann\ufffd");
  expect(reportedIdentity({ ...token, sub: "1\ud83d" }, {})).toBeUndefined();
  expect(reportedIdentity({ ...token, iss: "https://id.example.com/\ud83d" }, {})).toBeUndefined();
  expect(emailOf({}, verified("ann\ud83d@example.com"))).toBeUndefined();
});
