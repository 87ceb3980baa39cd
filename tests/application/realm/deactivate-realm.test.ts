import { deactivateRealm } from "../../../src/application/realm/deactivate-realm";
import { reactivateRealm } from "../../../src/application/realm/reactivate-realm";
import { refusalOf, successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";

test("owners deactivate a realm, in which nobody does anything until an operator reactivates it", async () => {
  const { owner, ada, services, realmId, eventsOf } = await memoryRealm({ people: { ada: "administrator" } });
  expect(await ada.isRefused(deactivateRealm)).toBe("Must be an organization owner");
  expect(await eventsOf(() => owner.does(deactivateRealm))).toEqual([
    { type: "realm_changed", change: { isDeactivated: true } },
  ]);
  expect(await owner.isRefused(deactivateRealm)).toBe("This organization has been deactivated");
  const reactivate = () => reactivateRealm(services)(realmId)();
  const work = async () => successOf(await reactivate());
  expect(await eventsOf(work)).toEqual([{ type: "realm_changed", change: { isDeactivated: false } }]);
  expect(refusalOf(await reactivate())).toBe("The organization isn't deactivated");
});
