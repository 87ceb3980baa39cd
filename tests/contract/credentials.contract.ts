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
};
