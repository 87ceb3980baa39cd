import { createConfiguredRealm } from "../../../src/application/realm/create-configured-realm";
import { emptyServer, takenMeanwhile, wanted } from "../../support/application/empty-server";
import { successOf } from "../../support/application/memory-application";

test("the realm of the server's settings is founded once, unless there is one", async () => {
  const { services, made } = await emptyServer();
  const found = () => createConfiguredRealm(services)({ ...wanted, subdomain: "configured" })();
  expect(successOf(await found())?.ownerId).toBe(1);
  expect(successOf(await found())).toBeUndefined();
  expect(made).toHaveLength(1);
});

test("a realm that a command creates meanwhile is the one that the server wanted", async () => {
  const { services } = await emptyServer();
  const found = createConfiguredRealm(takenMeanwhile(services))({ ...wanted, subdomain: "" });
  expect(successOf(await found())).toBeUndefined();
});
