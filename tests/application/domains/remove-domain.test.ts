import { addDomain } from "../../../src/application/domains/add-domain";
import { removeDomain } from "../../../src/application/domains/remove-domain";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({ people: { ada: "administrator" } });
  for (const domain of ["a.example", "b.example"])
    await founded.owner.does(addDomain, { domain, allowSubdomains: false });
  return founded;
};

test("removing the last domain lifts the restriction to allowed domains", async () => {
  const { owner, set, state, eventsOf } = await realm();
  await set({ emailsRestrictedToDomains: true });
  const restricted = async () => (await state()).realm.settings.emailsRestrictedToDomains;
  await owner.does(removeDomain, "a.example");
  expect(await restricted()).toBe(true);
  expect(await eventsOf(() => owner.does(removeDomain, "b.example"))).toMatchObject([
    { type: "domain_removed", domain: { domain: "b.example" } },
    { type: "realm_changed", change: { settings: { emailsRestrictedToDomains: false } } },
  ]);
  expect(await restricted()).toBe(false);
});

test("administrators who are not owners remove none", async () => {
  const { ada, state } = await realm();
  expect(await ada.isRefused(removeDomain, "a.example")).toBe("Must be an organization owner");
  expect((await state()).domains.size).toBe(2);
});

test("an unknown domain can't be removed", async () => {
  const { owner } = await realm();
  expect(await owner.isRefused(removeDomain, "x.example")).toBe("No entry found for domain x.example.");
});
