import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const presenceStoreContract = (open: OpenPersistence): void => {
  const at = (activeAt: number, idleAt: number) => ({ activeAt, idleAt });

  test("stores presence by realm and user", async () => {
    const { eventStore, presenceStore } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    await presenceStore.save([
      { realmId: other.id, userId: 5, presence: at(7, 8) },
      { realmId: one.id, userId: 6, presence: at(0, 3000) },
      { realmId: one.id, userId: 5, presence: at(1000, 2000) },
    ]);
    expect(await presenceStore.load(one.id, 0)).toEqual(
      new Map([
        [5, at(1000, 2000)],
        [6, at(0, 3000)],
      ]),
    );
    expect(await presenceStore.load(one.id, 2001)).toEqual(new Map([[6, at(0, 3000)]]));
    expect(await presenceStore.load(other.id, 0)).toEqual(new Map([[5, at(7, 8)]]));
    expect(await presenceStore.find(one.id, [5, 7])).toEqual(new Map([[5, at(1000, 2000)]]));
    expect(await presenceStore.find(other.id, [6])).toEqual(new Map());
  });

  test("a later time wins over an earlier one in any order of writes", async () => {
    const { eventStore, presenceStore } = open();
    const { id: realmId } = await createRealm(eventStore);
    await presenceStore.save([{ realmId, userId: 5, presence: at(1000, 5000) }]);
    await presenceStore.save([{ realmId, userId: 5, presence: at(2000, 4000) }]);
    expect(await presenceStore.load(realmId, 0)).toEqual(new Map([[5, at(2000, 5000)]]));
    await presenceStore.save([]);
  });

  test("a presence that its user hides becomes earlier, and never later", async () => {
    const { eventStore, presenceStore } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    for (const { id: realmId } of [one, other])
      await presenceStore.save([{ realmId, userId: 5, presence: at(1000, 5000) }]);
    await presenceStore.lower({ realmId: one.id, userId: 5, presence: at(2000, 4000) });
    await presenceStore.lower({ realmId: one.id, userId: 6, presence: at(1, 1) });
    expect(await presenceStore.load(one.id, 0)).toEqual(new Map([[5, at(1000, 4000)]]));
    expect(await presenceStore.load(other.id, 0)).toEqual(new Map([[5, at(1000, 5000)]]));
  });
};
