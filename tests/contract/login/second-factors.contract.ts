import type { SecondFactor } from "../../../src/domain/second-factors/second-factor";
import { commitBeside, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

const aFactor = (more: Partial<SecondFactor> = {}): SecondFactor => ({
  id: "one",
  kind: "app",
  name: "Phone 'é' ?",
  sealed: "sealed",
  counter: 10,
  createdAt: 100,
  lastUsedAt: null,
  ...more,
});

export const secondFactorsContract = (open: OpenPersistence): void => {
  const aUser = async () => {
    const persistence = open();
    const { id: realmId } = await createRealm(persistence.eventStore);
    const { credentials, eventStore, factorUses } = persistence;
    type Secrets = NonNullable<Parameters<typeof commitBeside>[2]["secrets"]>;
    const commit = (...secrets: Secrets) => commitBeside(eventStore, realmId, { secrets });
    return {
      realmId,
      commit,
      add: (factor: SecondFactor, userId = 5) => commit({ kind: "factor_added", userId, factor }),
      factors: (userId = 5, realm = realmId) => credentials.secondFactors(realm, userId),
      codes: (userId = 5, realm = realmId) => credentials.recoveryCodes(realm, userId),
      use: (counter: number, factorId = "one", userId = 5) =>
        factorUses.use(realmId, userId, factorId, counter, 200),
      useCode: (hash: string, userId = 5, realm = realmId) => factorUses.useRecoveryCode(realm, userId, hash),
      other: async () => (await createRealm(eventStore)).id,
    };
  };

  test("stores factors by realm and user, oldest first, until they are removed", async () => {
    const { add, commit, factors, other } = await aUser();
    const key = aFactor({ id: "a", kind: "passkey", createdAt: 200, counter: 0 });
    await add(key);
    await add(aFactor());
    await add(aFactor({ name: "Another's" }), 6);
    expect(await factors()).toEqual([aFactor(), key]);
    expect(await factors(6)).toEqual([aFactor({ name: "Another's" })]);
    expect(await factors(5, await other())).toEqual([]);
    await commit({ kind: "factor_removed", userId: 5, factorId: "one" });
    expect([await factors(), await factors(6)]).toMatchObject([[key], [{ id: "one" }]]);
  });

  test("a counter only grows: the same use doesn't count twice", async () => {
    const { add, factors, use } = await aUser();
    await add(aFactor());
    expect([await use(10), await use(9), await use(11), await use(11)]).toEqual([false, false, true, false]);
    expect(await factors()).toEqual([aFactor({ counter: 11, lastUsedAt: 200 })]);
    expect([await use(12, "two"), await use(12, "one", 6)]).toEqual([false, false]);
  });

  test("only one of several concurrent requests with the same step succeeds", async () => {
    const { add, use } = await aUser();
    await add(aFactor());
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => use(11)));
    expect(outcomes.filter((isGood) => isGood)).toHaveLength(1);
  });

  test("a passkey without a counter is accepted each time, until it counts", async () => {
    const { add, use } = await aUser();
    await add(aFactor({ kind: "passkey", counter: 0 }));
    expect([await use(0), await use(0), await use(1), await use(0)]).toEqual([true, true, true, false]);
  });

  test("a recovery code works once, for its user, also under concurrent use", async () => {
    const { codes, commit, other, useCode } = await aUser();
    await commit({ kind: "recovery_codes", userId: 5, hashes: ["a", "b", "c"] });
    expect([await codes(), await codes(6)]).toEqual([3, 0]);
    expect([await useCode("a", 6), await useCode("x"), await useCode("a", 5, await other())]).toEqual([
      false,
      false,
      false,
    ]);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => useCode("a")));
    expect(outcomes.filter((isGood) => isGood)).toHaveLength(1);
    expect(await codes()).toBe(2);
  });

  test("new recovery codes replace all old ones", async () => {
    const { codes, commit, useCode } = await aUser();
    await commit({ kind: "recovery_codes", userId: 5, hashes: ["a", "b", "c"] });
    await commit({ kind: "recovery_codes", userId: 5, hashes: ["d"] });
    expect([await codes(), await useCode("a"), await useCode("d")]).toEqual([1, false, true]);
    await commit({ kind: "recovery_codes", userId: 5, hashes: [] });
    expect(await codes()).toBe(0);
  });
};
