import type { ApiKeyUse } from "../../../src/application/ports/api-keys/api-key-uses";
import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

const aUse = (more: Partial<ApiKeyUse> = {}): ApiKeyUse => ({
  usedAt: 100,
  client: "ZulipMobile 'é' ?",
  network: "203.0.113.0/24",
  ...more,
});

export const apiKeyUsesContract = (open: OpenPersistence): void => {
  test("stores the last use of a key by realm and user", async () => {
    const { eventStore, apiKeyUses } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    expect(await apiKeyUses.last(one.id, 5, 1)).toBeUndefined();
    await apiKeyUses.note(one.id, 5, 1, aUse());
    await apiKeyUses.note(one.id, 5, 1, aUse({ usedAt: 200, client: "zulip-js" }));
    expect(await apiKeyUses.last(one.id, 5, 1)).toEqual(aUse({ usedAt: 200, client: "zulip-js" }));
    expect(await apiKeyUses.last(one.id, 6, 1)).toBeUndefined();
    expect(await apiKeyUses.last(other.id, 5, 1)).toBeUndefined();
  });

  test("a new key starts without a use, and a late record of the old key changes nothing", async () => {
    const { eventStore, apiKeyUses } = open();
    const { id } = await createRealm(eventStore);
    await apiKeyUses.note(id, 5, 1, aUse());
    expect(await apiKeyUses.last(id, 5, 2)).toBeUndefined();
    await apiKeyUses.note(id, 5, 2, aUse({ usedAt: 150 }));
    await apiKeyUses.note(id, 5, 1, aUse({ usedAt: 300 }));
    await apiKeyUses.note(id, 5, 2, aUse({ usedAt: 120 }));
    expect(await apiKeyUses.last(id, 5, 2)).toEqual(aUse({ usedAt: 150 }));
    expect(await apiKeyUses.last(id, 5, 1)).toBeUndefined();
  });

  test("uses that are noted at once are all stored, the newest of each user", async () => {
    const { eventStore, apiKeyUses } = open();
    const { id } = await createRealm(eventStore);
    await Promise.all([
      apiKeyUses.note(id, 7, 1, aUse({ usedAt: 300 })),
      apiKeyUses.note(id, 5, 2, aUse({ usedAt: 100 })),
      apiKeyUses.note(id, 5, 1, aUse({ usedAt: 900 })),
      apiKeyUses.note(id, 7, 1, aUse({ usedAt: 200 })),
      apiKeyUses.note(id, 6, 1, aUse({ client: "zulip-js" })),
    ]);
    expect(await apiKeyUses.last(id, 5, 2)).toEqual(aUse({ usedAt: 100 }));
    expect(await apiKeyUses.last(id, 6, 1)).toEqual(aUse({ client: "zulip-js" }));
    expect(await apiKeyUses.last(id, 7, 1)).toEqual(aUse({ usedAt: 300 }));
  });
};
