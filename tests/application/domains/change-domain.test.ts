import { addDomain } from "../../../src/application/domains/add-domain";
import { changeDomain } from "../../../src/application/domains/change-domain";
import { memoryRealm } from "../../support/application/memory-realm";

const change = (allowSubdomains: boolean, domain = "a.example") => ({ domain, allowSubdomains });
const realm = async () => {
  const founded = await memoryRealm({ people: { ada: "administrator" } });
  const domain = await founded.owner.does(addDomain, { domain: "a.example", allowSubdomains: false });
  return { ...founded, domain };
};

test("an update without changes logs no event", async () => {
  const { owner, domain, eventsOf } = await realm();
  expect(await eventsOf(() => owner.does(changeDomain, change(false)))).toEqual([]);
  expect(await eventsOf(() => owner.does(changeDomain, change(true)))).toEqual([
    { type: "domain_changed", domain: { ...domain, allowSubdomains: true } },
  ]);
});

test("administrators who are not owners change none", async () => {
  const { ada, domain, state } = await realm();
  expect(await ada.isRefused(changeDomain, change(true))).toBe("Must be an organization owner");
  expect([...(await state()).domains.values()]).toEqual([domain]);
});

test("an unknown domain can't be changed", async () => {
  const { owner } = await realm();
  expect(await owner.isRefused(changeDomain, change(true, "x.example"))).toBe(
    "No entry found for domain x.example.",
  );
});
