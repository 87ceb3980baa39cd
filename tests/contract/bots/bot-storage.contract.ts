import * as E from "fp-ts/Either";
import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

const entries = (values: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(values));

export const botStorageContract = (open: OpenPersistence): void => {
  test("stores values by key, separately for each bot and realm", async () => {
    const { eventStore, botStorage } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    await botStorage.write(one.id, 7, entries({ b: "2", a: "1", "": "" }), 100);
    await botStorage.write(one.id, 7, entries({ b: "3" }), 100);
    await botStorage.write(one.id, 8, entries({ a: "eight" }), 100);
    await botStorage.write(other.id, 7, entries({ a: "elsewhere" }), 100);
    expect([...(await botStorage.read(one.id, 7, undefined))]).toEqual([
      ["", ""],
      ["a", "1"],
      ["b", "3"],
    ]);
    expect(await botStorage.read(one.id, 7, ["a", "c"])).toEqual(entries({ a: "1" }));
    expect(await botStorage.read(one.id, 7, [])).toEqual(new Map());
    expect(await botStorage.read(one.id, 8, undefined)).toEqual(entries({ a: "eight" }));
    expect(await botStorage.read(other.id, 9, undefined)).toEqual(new Map());
  });

  test("stores nothing of a change over the limit; a value it replaces doesn't count", async () => {
    const { eventStore, botStorage } = open();
    const { id } = await createRealm(eventStore);
    expect(await botStorage.write(id, 7, entries({ ab: "é𝕏" }), 4)).toEqual(E.right(undefined));
    expect(await botStorage.write(id, 7, entries({ ab: "x", c: "yz" }), 4)).toEqual(E.left({ excess: 2 }));
    expect(await botStorage.read(id, 7, undefined)).toEqual(entries({ ab: "é𝕏" }));
    expect(await botStorage.write(id, 7, entries({ ab: "", c: "y" }), 4)).toEqual(E.right(undefined));
    expect(await botStorage.read(id, 7, undefined)).toEqual(entries({ ab: "", c: "y" }));
  });

  test("concurrent writes can't exceed the limit", async () => {
    const { eventStore, botStorage } = open();
    const { id } = await createRealm(eventStore);
    const outcomes = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) => botStorage.write(id, 7, entries({ [index]: "x".repeat(9) }), 30)),
    );
    expect(outcomes.filter(E.isRight)).toHaveLength(3);
    expect((await botStorage.read(id, 7, undefined)).size).toBe(3);
  });

  test("returns how much several bots store together", async () => {
    const { eventStore, botStorage } = open();
    const { id } = await createRealm(eventStore);
    await botStorage.write(id, 7, entries({ ab: "é𝕏", c: "" }), 100);
    await botStorage.write(id, 8, entries({ a: "12345" }), 100);
    await botStorage.write(id, 9, entries({ a: "other" }), 100);
    expect(await botStorage.usedBy(id, [7, 8, 10])).toBe(11);
    expect(await botStorage.usedBy(id, [])).toBe(0);
  });

  test("removes all the named keys or none", async () => {
    const { eventStore, botStorage } = open();
    const { id } = await createRealm(eventStore);
    await botStorage.write(id, 7, entries({ a: "1", b: "2", c: "3" }), 100);
    expect(await botStorage.remove(id, 7, ["a", "none"])).toBe(false);
    expect((await botStorage.read(id, 7, undefined)).size).toBe(3);
    expect(await botStorage.remove(id, 7, ["a", "a"])).toBe(true);
    expect(await botStorage.remove(id, 7, [])).toBe(true);
    expect(await botStorage.read(id, 7, undefined)).toEqual(entries({ b: "2", c: "3" }));
    expect(await botStorage.remove(id, 7, undefined)).toBe(true);
    expect(await botStorage.remove(id, 7, undefined)).toBe(true);
    expect(await botStorage.read(id, 7, undefined)).toEqual(new Map());
  });
};
