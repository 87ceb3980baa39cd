import { resetFactors } from "../../../src/application/second-factors/reset-factors";
import { openSession } from "../../../src/application/sessions/open-session";
import { realmWithFactors } from "../../support/application/second-factors";

test("an administrator resets a user's factors, which ends codes, sessions and the key", async () => {
  const { ada, ann, services, realmId, setUpApp, factors, codesLeft, user, news } = await realmWithFactors();
  await setUpApp(ann);
  const browser = { name: "Firefox", remoteAddress: "::1", hasBoth: true } as const;
  await openSession(services)(realmId, ann.id, browser)();
  await ada.does(resetFactors, ann.id);
  expect([await factors(ann), await codesLeft(ann)]).toEqual([[], 0]);
  expect(await services.sessions.list(realmId, ann.id)).toEqual([]);
  expect(await user(ann)).toMatchObject({ secondFactors: 0, apiKeyVersion: 3 });
  expect((await news()).at(-1)).toEqual({ to: "ann@example.com", what: "reset" });
});

test("nobody can reset the factors of somebody who outranks them, of a bot, or their own", async () => {
  const { ada, ben, ann, bot, owner, factors, setUpApp } = await realmWithFactors();
  await setUpApp(ann);
  expect(await ben.isRefused(resetFactors, ann.id)).toBe("Insufficient permission");
  expect(await ada.isRefused(resetFactors, owner.id)).toBe("Insufficient permission");
  for (const id of [bot.id, 999]) expect(await ada.isRefused(resetFactors, id)).toBe("No such user");
  expect(await ada.isRefused(resetFactors, ada.id)).toBe(
    "Remove your own second factors on your account page.",
  );
  expect(await factors(ann)).toHaveLength(1);
});
