import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

const ada = { provider: "https://login.example.com", subject: "ada's 'é' ?" };

export const signOnIdentitiesContract = (open: OpenPersistence): void => {
  test("finds a user in their realm by the service and its identifier", async () => {
    const { eventStore, signOnIdentities } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    expect(await signOnIdentities.find(one.id, ada)).toBeUndefined();
    expect(await signOnIdentities.link(one.id, ada, 5, 100)).toBe(true);
    expect(await signOnIdentities.find(one.id, ada)).toBe(5);
    expect(await signOnIdentities.find(other.id, ada)).toBeUndefined();
    expect(
      await signOnIdentities.find(one.id, { ...ada, provider: "https://other.example" }),
    ).toBeUndefined();
    expect(await signOnIdentities.find(one.id, { ...ada, subject: "ada" })).toBeUndefined();
  });

  test("links neither an account nor an identity twice", async () => {
    const { eventStore, signOnIdentities } = open();
    const { id } = await createRealm(eventStore);
    expect(await signOnIdentities.link(id, ada, 5, 100)).toBe(true);
    expect(await signOnIdentities.link(id, ada, 5, 200)).toBe(true);
    expect(await signOnIdentities.link(id, ada, 6, 200)).toBe(false);
    expect(await signOnIdentities.link(id, { ...ada, subject: "eve" }, 5, 200)).toBe(false);
    expect(await signOnIdentities.find(id, { ...ada, subject: "eve" })).toBeUndefined();
    expect(await signOnIdentities.link(id, { ...ada, provider: "https://other.example" }, 5, 200)).toBe(true);
  });

  test("when two identities claim an account at once, one gets it", async () => {
    const { eventStore, signOnIdentities } = open();
    const { id } = await createRealm(eventStore);
    const claims = ["ada", "eve", "mallory"].map((subject) =>
      signOnIdentities.link(id, { ...ada, subject }, 5, 100),
    );
    expect((await Promise.all(claims)).filter((isLinked) => isLinked)).toHaveLength(1);
  });

  test("an account can be linked again once its links are removed", async () => {
    const { eventStore, signOnIdentities } = open();
    const { id } = await createRealm(eventStore);
    await signOnIdentities.link(id, ada, 5, 100);
    await signOnIdentities.link(id, { ...ada, subject: "ben" }, 6, 100);
    expect(await signOnIdentities.isLinked(id, 5)).toBe(true);
    await signOnIdentities.unlink(id, 5);
    expect(await signOnIdentities.isLinked(id, 5)).toBe(false);
    expect(await signOnIdentities.isLinked(id, 6)).toBe(true);
    expect(await signOnIdentities.find(id, ada)).toBeUndefined();
    expect(await signOnIdentities.find(id, { ...ada, subject: "ben" })).toBe(6);
    expect(await signOnIdentities.link(id, { ...ada, subject: "eve" }, 5, 200)).toBe(true);
  });
};
