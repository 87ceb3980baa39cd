import { commitBeside, foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

export const credentialsContract = (open: OpenPersistence): void => {
  test("a password hash is kept by realm and user, and the last one counts", async () => {
    const { eventStore, credentials } = open();
    const [one, other] = [await foundRealm(eventStore), await foundRealm(eventStore)];
    for (const hash of ["first", "second"]) {
      await commitBeside(eventStore, one.id, { secrets: [{ kind: "password", userId: 5, hash }] });
    }
    expect(await credentials.passwordHash(one.id, 5)).toBe("second");
    expect(await credentials.passwordHash(one.id, 6)).toBeUndefined();
    expect(await credentials.passwordHash(other.id, 5)).toBeUndefined();
  });

  test("a token for calls is kept by realm, user and provider, until it is removed", async () => {
    const { eventStore, credentials, personal } = open();
    const [one, other] = [await foundRealm(eventStore), await foundRealm(eventStore)];
    const set = (userId: number, provider: string, sealed: string | null): Promise<void> =>
      commitBeside(eventStore, one.id, { secrets: [{ kind: "call_token", userId, provider, sealed }] });
    await set(5, "zoom", "first");
    await set(5, "zoom", "second");
    await set(5, "webex", "third");
    await set(55, "zoom", "fourth");
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
