import type { Passkeys } from "../../../src/application/ports/login/passkeys";

/** A key on a device, which answers what a page asks for, in JSON. It counts its uses. */
interface Key {
  make(options: string): string;
  use(options: string): string;
}

interface PasskeysUnderTest {
  readonly passkeys: Passkeys;
  /** A new key in a browser that shows a page of the origin. */
  readonly newKey: (origin: string) => Key;
}

const site = { origin: "https://chat.example.com", name: "Example" };
const evil = { origin: "https://evil.example", name: "Example" };
const owner = { userId: 10, name: "ann@example.com", displayName: "Ann" };

/** @param open Passkeys and keys for one test. */
export const passkeysContract = (open: () => PasskeysUnderTest): void => {
  const withKey = async () => {
    const { passkeys, newKey } = open();
    const key = newKey(site.origin);
    const { options, challenge } = await passkeys.offerCreation(site, owner, []);
    const made = await passkeys.verifyCreation(site, challenge, key.make(options));
    if (made === undefined) throw new Error("The key was refused");
    return { passkeys, newKey, key, known: [{ ...made.passkey, counter: made.counter }] };
  };

  test("a key is created and then used, and counts its uses", async () => {
    const { passkeys, key, known } = await withKey();
    const counters: (number | undefined)[] = [];
    for (let use = 0; use < 2; use += 1) {
      const { options, challenge } = await passkeys.offerUse(site, known);
      const used = await passkeys.verifyUse(site, challenge, key.use(options), known);
      expect(used?.credentialId).toBe(known[0]?.credentialId);
      counters.push(used?.counter);
    }
    expect(counters).toEqual([1, 2]);
  });

  test("options name the known keys, and no challenge repeats", async () => {
    const { passkeys, known } = await withKey();
    const id = known[0]?.credentialId;
    const offers = [
      await passkeys.offerCreation(site, owner, known),
      await passkeys.offerUse(site, known),
      await passkeys.offerUse(site, known),
    ];
    for (const { options } of offers) expect(options).toContain(id);
    expect(new Set(offers.map(({ challenge }) => challenge)).size).toBe(3);
  });

  test("an answer is bound to its challenge, its site and its purpose", async () => {
    const { passkeys, newKey, key, known } = await withKey();
    const creation = await passkeys.offerCreation(site, owner, []);
    const use = await passkeys.offerUse(site, known);
    const fresh = newKey(site.origin);
    const abroad = newKey(evil.origin);
    const elsewhere = await passkeys.offerCreation(evil, owner, []);
    const made = (challenge: string, answer: string) => passkeys.verifyCreation(site, challenge, answer);
    const used = (challenge: string, answer: string) => passkeys.verifyUse(site, challenge, answer, known);
    expect(await made("another", fresh.make(creation.options))).toBeUndefined();
    expect(await made(elsewhere.challenge, abroad.make(elsewhere.options))).toBeUndefined();
    expect(await made(use.challenge, key.use(use.options))).toBeUndefined();
    expect(await used("another", key.use(use.options))).toBeUndefined();
    expect(await used(creation.challenge, key.make(creation.options))).toBeUndefined();
  });

  test("a key that isn't known is refused", async () => {
    const { passkeys, newKey, key, known } = await withKey();
    const { options, challenge } = await passkeys.offerUse(site, known);
    const stranger = newKey(site.origin);
    expect(await passkeys.verifyUse(site, challenge, stranger.use(options), known)).toBeUndefined();
    expect(await passkeys.verifyUse(site, challenge, key.use(options), [])).toBeUndefined();
  });

  test.each(["", "{", "null", "{}", "[]", '{"id":1}'])("an answer of %j is refused", async (answer) => {
    const { passkeys, known } = await withKey();
    const { challenge } = await passkeys.offerUse(site, known);
    expect(await passkeys.verifyCreation(site, challenge, answer)).toBeUndefined();
    expect(await passkeys.verifyUse(site, challenge, answer, known)).toBeUndefined();
  });
};
