import { createConfiguredRealm } from "../../../src/application/realm/create-configured-realm";
import { emptyServer, wanted } from "../../support/application/empty-server";
import { successOf } from "../../support/application/memory-application";

test("the realm of the server's settings is founded once, unless there is one", async () => {
  const { services, made } = await emptyServer();
  const found = () => createConfiguredRealm(services)({ ...wanted, subdomain: "configured" })();
  expect(successOf(await found())?.ownerId).toBe(1);
  expect(successOf(await found())).toBeUndefined();
  expect(made).toHaveLength(1);
});
