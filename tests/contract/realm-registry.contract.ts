import { foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

export const realmRegistryContract = (open: OpenPersistence): void => {
  test("every realm is listed with its subdomain, the oldest first", async () => {
    const { eventStore, registry } = open();
    const founded = [await foundRealm(eventStore), await foundRealm(eventStore)];
    const listed = await registry.list();
    expect(listed.slice(-2)).toEqual(founded.map(({ id, subdomain }) => ({ id, subdomain })));
  });
};
