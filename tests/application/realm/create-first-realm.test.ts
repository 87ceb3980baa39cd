import { createConfiguredRealm } from "../../../src/application/realm/create-configured-realm";
import { createFirstRealm } from "../../../src/application/realm/create-first-realm";
import { createRealm } from "../../../src/application/realm/create-realm";
import { findRealmBySubdomain } from "../../../src/application/realm/find-realm-by-subdomain";
import { firstRealmPath } from "../../../src/application/realm/first-realm-path";
import { hasRealm } from "../../../src/application/realm/has-realm";
import { openFirstRealm } from "../../../src/application/realm/open-first-realm";
import { memoryApplication, refusalOf, successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { memoryPersistence } from "../../support/storage/persistence";

const wanted = {
  name: "First",
  ownerEmail: "ada@example.com",
  ownerName: "Ada",
  ownerPassword: "a long password",
};

/** A server whose registry says that there is no realm, until one is founded there. */
const emptyServer = async () => {
  const { services } = await memoryApplication({}, memoryPersistence(), "elsewhere");
  const made: string[] = [];
  const { registry } = services;
  const founding = {
    ...services,
    registry: {
      ...registry,
      page: async (...asked: Parameters<typeof registry.page>) =>
        made.length > 0 ? registry.page(...asked) : [],
      bySubdomain: async (subdomain: string) =>
        made.length > 0 ? registry.bySubdomain(subdomain) : undefined,
    },
    eventStore: {
      ...services.eventStore,
      create: async (...request: Parameters<typeof services.eventStore.create>) => {
        made.push("realm");
        return services.eventStore.create(...request);
      },
    },
  };
  const token = firstRealmPath(services)().replace("/new/", "");
  return { services: founding, made, token };
};

test("the printed link founds the first realm, and then no other", async () => {
  const { services, made, token } = await emptyServer();
  expect(await hasRealm(services)()).toBe(false);
  successOf(await openFirstRealm(services)(token)());
  const { generatedPassword } = successOf(await createFirstRealm(services)(token, wanted)());
  expect(generatedPassword).toBeUndefined();
  expect(await hasRealm(services)()).toBe(true);
  for (const outcome of [
    await openFirstRealm(services)(token)(),
    await createFirstRealm(services)(token, wanted)(),
  ])
    expect(outcome).toMatchObject({ left: { problem: "used" } });
  expect(made).toHaveLength(1);
});

test("a forged link or a weak password creates no organization", async () => {
  const { services, made, token } = await emptyServer();
  expect(await openFirstRealm(services)("forged")()).toMatchObject({ left: { problem: "unknown" } });
  expect(await createFirstRealm(services)("forged", wanted)()).toMatchObject({
    left: { problem: "unknown" },
  });
  refusalOf(await createFirstRealm(services)(token, { ...wanted, ownerPassword: "password" })());
  expect(made).toEqual([]);
});

test("the realm of the server's settings is founded once, unless there is one", async () => {
  const { services, made } = await emptyServer();
  const found = () => createConfiguredRealm(services)({ ...wanted, subdomain: "configured" })();
  expect(successOf(await found())?.ownerId).toBe(1);
  expect(successOf(await found())).toBeUndefined();
  expect(made).toHaveLength(1);
});

test("operators find a realm by exactly its subdomain", async () => {
  const { services, realmId } = await memoryRealm();
  const { realmId: otherId } = successOf(await createRealm(services)({ ...wanted, subdomain: "other" })());
  expect((await findRealmBySubdomain(services)(""))?.id).toBe(realmId);
  expect((await findRealmBySubdomain(services)("other"))?.id).toBe(otherId);
  expect(await findRealmBySubdomain(services)("another")).toBeUndefined();
});
