import { addDomain } from "../../../src/application/domains/add-domain";
import { memoryRealm } from "../../support/application/memory-realm";

const exact = (domain: string) => ({ domain, allowSubdomains: false });

test.each([
  ["", "Domain can't be empty."],
  ["localhost", "Domain must have at least one dot (.)"],
  [`${"a".repeat(252)}.com`, "Domain is too long"],
  ["example.com.", "Domain cannot start or end with a dot (.)"],
  ["a..example.com", "Consecutive '.' are not allowed."],
  ["a-.example.com", "Subdomains cannot start or end with a '-'."],
  ["a b.example.com", "Domain can only have letters, numbers, '.' and '-'s."],
])("%j is not a domain", async (domain, problem) => {
  const { owner, state } = await memoryRealm();
  expect(await owner.isRefused(addDomain, exact(domain))).toBe(`Invalid domain: ${problem}`);
  expect((await state()).domains.size).toBe(0);
});

test("a domain cannot be added twice", async () => {
  const { owner } = await memoryRealm();
  await owner.does(addDomain, exact("a.example"));
  expect(await owner.isRefused(addDomain, exact("a.example"))).toBe(
    "The domain a.example is already a part of your organization.",
  );
});

test("administrators who are not owners add none", async () => {
  const { ada, state } = await memoryRealm({ people: { ada: "administrator" } });
  expect(await ada.isRefused(addDomain, exact("a.example"))).toBe("Must be an organization owner");
  expect((await state()).domains.size).toBe(0);
});
