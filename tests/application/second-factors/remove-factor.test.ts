import { removeFactor } from "../../../src/application/second-factors/remove-factor";
import { byPassword, realmWithFactors } from "../../support/application/second-factors";

test("removing a factor requires the password; removing the last one deletes the recovery codes", async () => {
  const { ann, factors, codesLeft, user, setUpApp, setUpPasskey, news } = await realmWithFactors();
  await setUpApp(ann);
  await setUpPasskey(ann);
  const [app, passkey] = await factors(ann);
  const remove = (factor: typeof app) => ann.does(removeFactor, factor?.id ?? "", byPassword);
  for (const password of [undefined, "wrong"])
    await ann.isRefused(removeFactor, app?.id ?? "", { password, code: undefined });
  expect(await factors(ann)).toHaveLength(2);
  await remove(app);
  expect([await codesLeft(ann), (await user(ann)).secondFactors]).toEqual([10, 1]);
  await remove(passkey);
  expect([await codesLeft(ann), (await user(ann)).secondFactors]).toEqual([0, 0]);
  expect((await news()).slice(2)).toMatchObject([
    { what: "removed", factorName: "Authenticator app" },
    { what: "off", factorName: "key" },
  ]);
});

test("another user's factor doesn't exist for the caller", async () => {
  const { ann, ben, factors, setUpApp } = await realmWithFactors();
  for (const one of [ann, ben]) await setUpApp(one);
  const [theirs] = await factors(ben);
  expect(await ann.isRefused(removeFactor, theirs?.id ?? "", byPassword)).toBe(
    "Second factor does not exist",
  );
  expect(await factors(ben)).toHaveLength(1);
});

test("a realm that requires two factors keeps a user's last one", async () => {
  const { ann, factors, set, setUpApp, setUpPasskey } = await realmWithFactors();
  await setUpApp(ann);
  await setUpPasskey(ann);
  await set({ requireTwoFactors: true });
  const [app, passkey] = await factors(ann);
  await ann.does(removeFactor, app?.id ?? "", byPassword);
  expect(await ann.isRefused(removeFactor, passkey?.id ?? "", byPassword)).toBe(
    "Your organization requires two-factor authentication. Add another second factor before you remove this one.",
  );
});
