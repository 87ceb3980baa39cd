import { addPasskey } from "../../../src/application/second-factors/add-passkey";
import { beginPasskey } from "../../../src/application/second-factors/begin-passkey";
import { openSession } from "../../../src/application/sessions/open-session";
import { passkeyAnswer } from "../../support/application/factor-fakes";
import { byPassword, realmWithFactors } from "../../support/application/second-factors";

const notMade = "Your browser didn't create a passkey for this site. Try again.";

test("a first passkey ends sessions and the key, and gives recovery codes", async () => {
  const { ann, services, realmId, setUpPasskey, factors, user, news } = await realmWithFactors();
  await openSession(services)(realmId, ann.id, { name: "Firefox", remoteAddress: "::1" })();
  expect(await setUpPasskey(ann, "blue", 3)).toHaveLength(10);
  expect(await services.sessions.list(realmId, ann.id)).toEqual([]);
  expect((await user(ann)).apiKeyVersion).toBe(2);
  expect(await factors(ann)).toMatchObject([{ kind: "passkey", name: "blue", counter: 3 }]);
  expect(await news()).toEqual([{ to: "ann@example.com", what: "on", factorName: "blue" }]);
});

test("a passkey beside an app ends nothing and gives no codes, and its user gets a mail", async () => {
  const { ann, user, setUpApp, setUpPasskey, news } = await realmWithFactors();
  await setUpApp(ann);
  expect(await setUpPasskey(ann)).toBeUndefined();
  expect(await user(ann)).toMatchObject({ secondFactors: 2, apiKeyVersion: 2 });
  expect((await news()).at(-1)).toMatchObject({ what: "added", factorName: "key" });
});

test("adding a passkey requires the password, the user's own token, and an answer to its challenge for this site", async () => {
  const { ann, ben, factors, clock } = await realmWithFactors();
  const { token, options } = await ann.does(beginPasskey);
  const other = await ann.does(beginPasskey);
  const shown = { token, answer: passkeyAnswer(options), name: "" };
  expect(await ann.isRefused(addPasskey, shown, { ...byPassword, password: "wrong" })).toBe(
    "Wrong password!",
  );
  expect(await ben.isRefused(addPasskey, shown, byPassword)).toBe("This link is invalid or incomplete.");
  const elsewhere = JSON.stringify({ ...JSON.parse(options), origin: "https://evil.example" });
  for (const answer of [passkeyAnswer(other.options), passkeyAnswer(elsewhere)])
    expect(await ann.isRefused(addPasskey, { ...shown, answer }, byPassword)).toBe(notMade);
  clock.advance(900_000);
  expect(await ann.isRefused(addPasskey, shown, byPassword)).toBe("This link has expired.");
  expect(await factors(ann)).toEqual([]);
});

test("a passkey is added once", async () => {
  const { ann, setUpPasskey, factors } = await realmWithFactors();
  await setUpPasskey(ann);
  const { token, options } = await ann.does(beginPasskey);
  const again = { token, answer: passkeyAnswer(options), name: "another name" };
  expect(await ann.isRefused(addPasskey, again, byPassword)).toBe("You have already added this passkey.");
  expect(await factors(ann)).toHaveLength(1);
});

test("a name has 60 characters without control codes, and there is one by default", async () => {
  const { ann, factors } = await realmWithFactors();
  const names = ["  a\nb ", "😀".repeat(61), " "];
  for (const [index, name] of names.entries()) {
    const { token, options } = await ann.does(beginPasskey);
    await ann.does(addPasskey, { token, answer: passkeyAnswer(options, `key ${index}`), name }, byPassword);
  }
  expect((await factors(ann)).map(({ name }) => name)).toEqual(["a b", "😀".repeat(60), "Passkey"]);
});

test("a user has at most ten second factors", async () => {
  const { ann, setUpApp, setUpPasskey } = await realmWithFactors();
  await setUpApp(ann);
  for (let count = 0; count < 9; count += 1) await setUpPasskey(ann, `key ${count}`);
  await expect(setUpPasskey(ann, "one more")).rejects.toThrow("You have too many second factors.");
});
