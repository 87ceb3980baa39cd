import { addDomain } from "../../../src/application/domains/add-domain";
import { listDomains } from "../../../src/application/domains/list-domains";
import { memoryRealm } from "../../support/application/memory-realm";

test("every user can list the domains, oldest first", async () => {
  const { owner, ann } = await memoryRealm({ people: { ann: "member" } });
  const a = await owner.does(addDomain, { domain: "a.example", allowSubdomains: false });
  const b = await owner.does(addDomain, { domain: "b.example", allowSubdomains: false });
  expect(await ann.does(listDomains)).toEqual([a, b]);
  expect(b).toEqual({ id: expect.any(Number), domain: "b.example", allowSubdomains: false });
});
