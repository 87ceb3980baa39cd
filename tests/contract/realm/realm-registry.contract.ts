import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const realmRegistryContract = (open: OpenPersistence): void => {
  const founded = async () => {
    const { eventStore, registry } = open();
    const realms = [await createRealm(eventStore), await createRealm(eventStore)] as const;
    const registered = realms.map(({ id, subdomain, uuid, name, isDeactivated, createdAt }) => ({
      id,
      subdomain,
      uuid,
      name,
      isDeactivated,
      createdAt,
    }));
    return { registry, registered, one: realms[0], other: realms[1] };
  };

  test("lists realms in pages, oldest first", async () => {
    const { registry, registered, one } = await founded();
    expect(await registry.page(one.id - 1, 9)).toEqual(registered);
    expect(await registry.page(one.id, 9)).toEqual(registered.slice(1));
    expect(await registry.page(one.id - 1, 1)).toEqual(registered.slice(0, 1));
  });

  test("finds a realm by its whole subdomain", async () => {
    const { registry, registered, one } = await founded();
    expect(await registry.bySubdomain(one.subdomain)).toEqual(registered[0]);
    expect(await registry.bySubdomain(`${one.subdomain}x`)).toBeUndefined();
  });

  test("finds which of some ids are realms, however large the others are", async () => {
    const { registry, registered, one, other } = await founded();
    const found = await registry.byIds([other.id, 2 ** 50, other.id + 1000, one.id]);
    expect(found.toSorted((a, b) => a.id - b.id)).toEqual(registered);
    expect(await registry.byIds([])).toEqual([]);
  });
};
