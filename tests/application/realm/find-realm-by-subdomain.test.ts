import { createRealm } from "../../../src/application/realm/create-realm";
import { findRealmBySubdomain } from "../../../src/application/realm/find-realm-by-subdomain";
import { wanted } from "../../support/application/empty-server";
import { successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";

test("operators find a realm by exactly its subdomain", async () => {
  const { services, realmId } = await memoryRealm();
  const { realmId: otherId } = successOf(await createRealm(services)({ ...wanted, subdomain: "other" })());
  expect((await findRealmBySubdomain(services)(""))?.id).toBe(realmId);
  expect((await findRealmBySubdomain(services)("other"))?.id).toBe(otherId);
  expect(await findRealmBySubdomain(services)("another")).toBeUndefined();
});
