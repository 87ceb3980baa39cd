import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const relayedRealmsContract = (open: OpenPersistence): void => {
  test("lists the added realms, each once with its current facts", async () => {
    const { eventStore, relayedRealms } = open();
    const [one, other, third] = [
      await createRealm(eventStore),
      await createRealm(eventStore),
      await createRealm(eventStore),
    ];
    for (const { id } of [third, one, third]) await relayedRealms.add(id);
    const all = (await relayedRealms.all()).filter(({ id }) => id >= one.id);
    expect(all).toEqual(
      [one, third].map(({ id, subdomain, uuid, name, isDeactivated, createdAt }) => ({
        id,
        subdomain,
        uuid,
        name,
        isDeactivated,
        createdAt,
      })),
    );
    expect(all.map(({ id }) => id)).not.toContain(other.id);
  });
};
