import { foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

export const credentialsContract = (open: OpenPersistence): void => {
  test("a password hash is kept by realm and user, and the last one counts", async () => {
    const { transactions, credentials } = open();
    const [one, other] = [await foundRealm(transactions), await foundRealm(transactions)];
    for (const hash of ["first", "second"]) {
      const tx = await transactions.begin(one.id);
      await tx.credentials.setPasswordHash(one.id, 5, hash);
      await tx.commit(tx.head);
    }
    expect(await credentials.passwordHash(one.id, 5)).toBe("second");
    expect(await credentials.passwordHash(one.id, 6)).toBeUndefined();
    expect(await credentials.passwordHash(other.id, 5)).toBeUndefined();
  });

  test("a token for calls is kept by realm, user and provider, until it is removed", async () => {
    const { transactions, credentials, personal } = open();
    const [one, other] = [await foundRealm(transactions), await foundRealm(transactions)];
    const set = async (userId: number, provider: string, sealed: string | null): Promise<void> => {
      const tx = await transactions.beginOptimistic(one.id);
      await tx.credentials.setCallToken(one.id, userId, provider, sealed);
      expect(await tx.credentials.callToken(one.id, userId, provider)).toBe(sealed ?? undefined);
      await tx.commit(tx.head);
    };
    await set(5, "zoom", "first");
    await set(5, "zoom", "second");
    await set(5, "webex", "third");
    await set(55, "zoom", "fourth");
    const undone = await transactions.begin(one.id);
    await undone.credentials.setCallToken(one.id, 6, "zoom", "never");
    await undone.rollback();
    expect(await credentials.callToken(one.id, 5, "zoom")).toBe("second");
    expect(await credentials.callToken(one.id, 6, "zoom")).toBeUndefined();
    expect(await credentials.callToken(other.id, 5, "zoom")).toBeUndefined();
    expect(await personal.callProviders(one.id, 5)).toEqual(["webex", "zoom"]);
    await set(5, "zoom", null);
    await set(5, "zoom", null);
    expect(await personal.callProviders(one.id, 5)).toEqual(["webex"]);
    expect(await personal.callProviders(one.id, 55)).toEqual(["zoom"]);
  });
};
