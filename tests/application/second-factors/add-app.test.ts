import { addApp } from "../../../src/application/second-factors/add-app";
import { beginApp } from "../../../src/application/second-factors/begin-app";
import { openSession } from "../../../src/application/sessions/open-session";
import { codeShown } from "../../support/application/factor-fakes";
import { byPassword, realmWithFactors } from "../../support/application/second-factors";

const wrongCode = "Wrong code. Each code works once: wait for the next one.";
const browser = { name: "Firefox", remoteAddress: "203.0.113.9" };

test("the first app ends sessions and the key, and gives ten recovery codes", async () => {
  const { ann, services, realmId, user, setUpApp, eventsOf, codesLeft, news } = await realmWithFactors();
  await openSession(services)(realmId, ann.id, browser)();
  const events = await eventsOf(async () => {
    const codes = await setUpApp(ann);
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  });
  expect(events).toMatchObject([
    { type: "user_changed", userId: ann.id, change: { secondFactors: 1 } },
    { type: "user_changed", userId: ann.id, change: { apiKeyVersion: 2 } },
  ]);
  expect(await services.sessions.list(realmId, ann.id)).toEqual([]);
  expect(await codesLeft(ann)).toBe(10);
  expect([(await user(ann)).secondFactors, (await user(ann)).apiKeyVersion]).toEqual([1, 2]);
  expect(await news()).toEqual([{ to: "ann@example.com", what: "on", factorName: "Authenticator app" }]);
});

test("adding an app requires the password and a valid code, with any spaces", async () => {
  const { ann, factors, eventsOf, clock } = await realmWithFactors();
  const { token, secret } = await ann.does(beginApp);
  const code = codeShown(secret, clock.now());
  const shown = { token, code };
  const events = await eventsOf(async () => {
    expect(await ann.isRefused(addApp, shown, { password: undefined, code: undefined })).toBe(
      "Enter your password again.",
    );
    expect(await ann.isRefused(addApp, shown, { ...byPassword, password: "wrong" })).toBe("Wrong password!");
    expect(await ann.isRefused(addApp, { token, code: "123456" }, byPassword)).toBe(wrongCode);
  });
  expect([events, await factors(ann)]).toEqual([[], []]);
  await ann.does(addApp, { token, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` }, byPassword);
  expect(await factors(ann)).toMatchObject([
    { kind: "app", counter: clock.now() / 30_000, lastUsedAt: null },
  ]);
});

test("the secret is sealed", async () => {
  const { ann, factors, setUpApp, services } = await realmWithFactors();
  await setUpApp(ann);
  const [app] = await factors(ann);
  expect(app?.sealed).not.toContain("secret");
  expect(services.seals.open(app?.sealed ?? "")).toBe("secret 1");
});

test("a user has at most one app, and another user's token can't set it up", async () => {
  const { ann, ben, setUpApp, factors, clock } = await realmWithFactors();
  const { token, secret } = await ann.does(beginApp);
  const shown = { token, code: codeShown(secret, clock.now()) };
  expect(await ben.isRefused(addApp, shown, byPassword)).toBe("This link is invalid or incomplete.");
  await setUpApp(ann);
  expect(await ann.isRefused(addApp, shown, byPassword)).toBe(
    "You already have an authenticator app. Remove it before you add another.",
  );
  expect([await factors(ann), await factors(ben)]).toMatchObject([[{ kind: "app" }], []]);
});

test("two set-ups at the same time add one app", async () => {
  const { ann, factors, clock } = await realmWithFactors();
  const setUps = [await ann.does(beginApp), await ann.does(beginApp)];
  const outcomes = await Promise.allSettled(
    setUps.map(({ token, secret }) =>
      ann.does(addApp, { token, code: codeShown(secret, clock.now()) }, byPassword),
    ),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await factors(ann)).toHaveLength(1);
});

test("an app beside a passkey ends nothing and gives no codes", async () => {
  const { ann, services, realmId, setUpApp, setUpPasskey, codesLeft, user, news } = await realmWithFactors();
  await setUpPasskey(ann);
  await openSession(services)(realmId, ann.id, { ...browser, hasBoth: true })();
  expect(await setUpApp(ann)).toEqual([]);
  expect(await services.sessions.list(realmId, ann.id)).toHaveLength(1);
  expect([await codesLeft(ann), (await user(ann)).apiKeyVersion]).toEqual([10, 2]);
  expect((await news()).at(-1)).toMatchObject({ what: "added" });
});
