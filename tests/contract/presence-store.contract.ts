import { foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

export const presenceStoreContract = (open: OpenPersistence): void => {
  const at = (activeAt: number, idleAt: number) => ({ activeAt, idleAt });

  test("presence is kept by realm and user", async () => {
    const { eventStore, presenceStore } = open();
    const [one, other] = [await foundRealm(eventStore), await foundRealm(eventStore)];
    const saved = new Map([
      [5, at(1000, 2000)],
      [6, at(0, 3000)],
    ]);
    await presenceStore.save(one.id, saved);
    expect(await presenceStore.load(one.id, 0)).toEqual(saved);
    expect(await presenceStore.load(one.id, 2001)).toEqual(new Map([[6, at(0, 3000)]]));
    expect(await presenceStore.load(other.id, 0)).toEqual(new Map());
  });

  test("a later time wins over an earlier one, whoever writes last", async () => {
    const { eventStore, presenceStore } = open();
    const { id } = await foundRealm(eventStore);
    await presenceStore.save(id, new Map([[5, at(1000, 5000)]]));
    await presenceStore.save(id, new Map([[5, at(2000, 4000)]]));
    expect(await presenceStore.load(id, 0)).toEqual(new Map([[5, at(2000, 5000)]]));
    await presenceStore.save(id, new Map());
  });
};
