import { commitBeside, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const credentialsContract = (open: OpenPersistence): void => {
  test("stores a password hash by realm and user, and the last write wins", async () => {
    const { eventStore, credentials } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    for (const hash of ["first", "second"]) {
      await commitBeside(eventStore, one.id, { secrets: [{ kind: "password", userId: 5, hash }] });
    }
    expect(await credentials.passwordHash(one.id, 5)).toBe("second");
    expect(await credentials.passwordHash(one.id, 6)).toBeUndefined();
    expect(await credentials.passwordHash(other.id, 5)).toBeUndefined();
  });

  test("the last change decides how many earlier passwords are remembered, the current one first", async () => {
    const { eventStore, credentials } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    const set = (hash: string, remembers?: number): Promise<void> =>
      commitBeside(eventStore, one.id, {
        secrets: [{ kind: "password", userId: 5, hash, ...(remembers !== undefined && { remembers }) }],
      });
    const last = (limit = 9) => credentials.lastPasswordHashes(one.id, 5, limit);
    expect(await last()).toEqual([]);
    await set("first", 2);
    expect(await last()).toEqual(["first"]);
    await set("second", 2);
    await set("third", 2);
    expect(await last()).toEqual(["third", "second", "first"]);
    await set("fourth", 2);
    expect(await last()).toEqual(["fourth", "third", "second"]);
    expect(await last(2)).toEqual(["fourth", "third"]);
    expect(await credentials.lastPasswordHashes(one.id, 6, 9)).toEqual([]);
    expect(await credentials.lastPasswordHashes(other.id, 5, 9)).toEqual([]);
    await set("fifth");
    expect(await last()).toEqual(["fifth"]);
  });

  test("stores a call token by realm, user and provider until it is removed", async () => {
    const { eventStore, credentials, userData } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    const set = (userId: number, provider: string, sealed: string | null): Promise<void> =>
      commitBeside(eventStore, one.id, { secrets: [{ kind: "call_token", userId, provider, sealed }] });
    await set(5, "zoom", "first");
    await set(5, "zoom", "second");
    await set(5, "webex", "third");
    await set(55, "zoom", "fourth");
    expect(await credentials.callToken(one.id, 5, "zoom")).toBe("second");
    expect(await credentials.callToken(one.id, 6, "zoom")).toBeUndefined();
    expect(await credentials.callToken(other.id, 5, "zoom")).toBeUndefined();
    expect(await userData.callProviders(one.id, 5)).toEqual(["webex", "zoom"]);
    await set(5, "zoom", null);
    await set(5, "zoom", null);
    expect(await userData.callProviders(one.id, 5)).toEqual(["webex"]);
    expect(await userData.callProviders(one.id, 55)).toEqual(["zoom"]);
  });
};
