import { updateSettings } from "../../../src/application/accounts/update-settings";
import { openSession } from "../../../src/application/sessions/open-session";
import { setPassword } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";

const password = "seven blue elephants";
const better = "nine green giraffes";
const none = {
  settings: {},
  timezone: undefined,
  fullName: undefined,
  email: undefined,
  hasKey: true,
  oldPassword: undefined,
  code: undefined,
  newPassword: undefined,
};
const realm = async () => {
  const found = await memoryRealm({ people: { ann: "member", ada: "administrator", ben: "member" } });
  await setPassword(found, found.ann, password);
  const hash = () => found.services.credentials.passwordHash(found.realmId, found.ann.id);
  return { ...found, hash };
};

test("changes only settings that differ, and records them as chosen by the user", async () => {
  const { ann, eventsOf } = await realm();
  const update = { ...none, settings: { enterSends: false, defaultLanguage: "de" } };
  expect(await eventsOf(() => ann.does(updateSettings, update))).toEqual([
    {
      type: "user_settings_changed",
      userId: ann.id,
      change: { enterSends: false, defaultLanguage: "de" },
      isOwnChoice: true,
    },
  ]);
  expect(await eventsOf(() => ann.does(updateSettings, update))).toEqual([]);
});

test("name and time zone belong to the user, and change in one event", async () => {
  const { ann, eventsOf } = await realm();
  const update = { ...none, fullName: " Ann Other ", timezone: "Europe/Berlin" };
  expect(await eventsOf(() => ann.does(updateSettings, update))).toEqual([
    { type: "user_changed", userId: ann.id, change: { fullName: "Ann Other", timezone: "Europe/Berlin" } },
  ]);
  await ann.does(updateSettings, { ...none, timezone: "" });
});

test.each<[string, object, string]>([
  ["an unknown time zone", { timezone: "Mars/Olympus" }, "Not a recognized time zone"],
  ["an empty name", { fullName: "" }, "Name too short!"],
  ["an unknown language", { settings: { defaultLanguage: "x_y" } }, "Invalid default_language"],
  ["an unknown sound", { settings: { notificationSound: "gong" } }, "Invalid notification sound 'gong'"],
  [
    "mail in no time",
    { settings: { emailNotificationsBatchingPeriodSeconds: 0 } },
    "Invalid email batching period: 0 seconds",
  ],
  [
    "mail after half a second",
    { settings: { emailNotificationsBatchingPeriodSeconds: 0.5 } },
    "Invalid email batching period: 0.5 seconds",
  ],
  ["letters of no size", { settings: { webFontSizePx: -1 } }, "Invalid value for webFontSizePx"],
  ["an unknown home view", { settings: { webHomeView: "nowhere" } }, "Invalid value for webHomeView"],
  ["a color scheme by its number", { settings: { colorScheme: 2 } }, "Invalid value for colorScheme"],
  ["a switch in words", { settings: { enterSends: "no" } }, "Invalid value for enterSends"],
])("one refusal leaves everything: %s", async (_what, more, message) => {
  const { ann, eventsOf, hash } = await realm();
  const rest = { oldPassword: password, newPassword: better };
  const events = await eventsOf(async () => {
    const update = { ...none, settings: { enterSends: false }, ...rest, ...more };
    expect(await ann.isRefused(updateSettings, update)).toBe(message);
  });
  expect(events).toEqual([]);
  expect(await hash()).toBe(`hash of ${password}`);
});

test("where only administrators change names, another user's change of name is ignored without an error", async () => {
  const { ann, ada, set, user } = await realm();
  await set({ nameChangesDisabled: true });
  await ann.does(updateSettings, { ...none, fullName: "New" });
  await ada.does(updateSettings, { ...none, fullName: "New" });
  expect([(await user(ann)).fullName, (await user(ada)).fullName]).toEqual(["Ann", "New"]);
});

test("changing the password requires the old one, ends other sessions and sends a mail", async () => {
  const { ann, services, realmId, mails, hash } = await realm();
  const open = () =>
    openSession(services)(realmId, ann.id, { name: "x", remoteAddress: "::1", isByLink: true })();
  await open();
  await open();
  const change = { ...none, newPassword: better, sessionId: "session 2" };
  for (const oldPassword of [undefined, "wrong"])
    expect(await ann.isRefused(updateSettings, { ...change, oldPassword })).toBe("Wrong password!");
  expect([await hash(), await mails()]).toEqual([`hash of ${password}`, []]);
  await ann.does(updateSettings, { ...change, oldPassword: password });
  expect(await hash()).toBe(`hash of ${better}`);
  expect((await services.sessions.list(realmId, ann.id)).map(({ id }) => id)).toEqual(["session 2"]);
  expect(await mails()).toMatchObject([{ to: "ann@example.com", letter: { kind: "password_changed" } }]);
});

test("a new password must be strong enough and differ from recent ones", async () => {
  const { ann, set } = await realm();
  const refused = (newPassword: string) =>
    ann.isRefused(updateSettings, { ...none, oldPassword: password, newPassword });
  expect(await refused("password")).toBe("New password is too weak!");
  await set({ passwordMinLength: 30 });
  expect(await refused(better)).toBe("The password is too short: at least 30 characters.");
  await set({ passwordMinLength: 6, passwordHistory: 3 });
  expect(await refused(password)).toBe("You have used this password before. Choose a different one.");
});

test("changing the address requires the password in a browser but not from a client, and takes effect once the mailed link is opened", async () => {
  const { ann, mails, user } = await realm();
  const update = { ...none, email: "new@example.com" };
  const byBrowser = { ...update, hasKey: false };
  expect(await ann.isRefused(updateSettings, byBrowser)).toBe("Enter your password again.");
  expect(await mails()).toEqual([]);
  await ann.does(updateSettings, { ...byBrowser, oldPassword: password });
  await ann.does(updateSettings, update);
  expect((await mails()).map(({ to }) => to)).toEqual(["new@example.com", "new@example.com"]);
  expect((await user(ann)).email).toBe("ann@example.com");
});

test("users who turn presence off look absent at once, on other nodes too", async () => {
  const { ann, services, realmId, clock } = await realm();
  const signalled = jest.spyOn(services.wakeup, "signal");
  await services.presence.report(realmId, ann.id, () => ({ activeAt: clock.now(), idleAt: clock.now() }));
  await ann.does(updateSettings, { ...none, settings: { presenceEnabled: false } });
  const shown = await services.presence.find(realmId, ann.id);
  expect(shown?.activeAt).toBeLessThan(clock.now() - 140_000);
  expect(signalled.mock.calls).toEqual([
    [realmId, { type: "presence_changed", userId: ann.id, presence: shown, isArrival: false }],
  ]);
});
