import { listedDisposableDomains } from "../../../src/adapters/mail/disposable-domains";

test("recognizes disposable domains and their subdomains, in any case", () => {
  expect(["mailinator.com", "MAILINATOR.com", "a.b.mailinator.com"].map(listedDisposableDomains.has)).toEqual(
    [true, true, true],
  );
  expect(["example.com", "com", "notmailinator.com.example", ""].map(listedDisposableDomains.has)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
