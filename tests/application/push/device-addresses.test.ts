import { addPushToken } from "../../../src/application/push/add-push-token";
import { fetchWebPushKey } from "../../../src/application/push/fetch-web-push-key";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import { removePushToken } from "../../../src/application/push/remove-push-token";
import { memoryRealm } from "../../support/application/memory-realm";
import { scriptedRelay } from "../../support/application/scripted-relay";

const android = { service: "fcm", token: "android-a", appId: null, keys: null } as const;
const apple = { service: "apns", token: "C0FFEE", appId: "org.example.App", keys: null } as const;
const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
const browser = { service: "web", token: "https://push.example.com/1", appId: null, keys } as const;
const realm = () => memoryRealm({ people: { ben: "member", cleo: "member" } });

test("an address is added once, unless its keys or its app change", async () => {
  const { ben, eventsOf } = await realm();
  const add = (token: Parameters<ReturnType<typeof addPushToken>>[1]) =>
    eventsOf(() => ben.does(addPushToken, token));
  expect(await add(android)).toMatchObject([
    { type: "push_token_added", userId: ben.id, token: { ...android, isIntroduced: false } },
  ]);
  expect(await add(android)).toEqual([]);
  await add(apple);
  expect(await add({ ...apple, token: "c0ffee" })).toEqual([]);
  expect(await add({ ...apple, appId: "org.example.Other" })).toHaveLength(1);
  await add(browser);
  expect(await add({ ...browser, keys: { ...keys, auth: "B".repeat(22) } })).toHaveLength(1);
});

test("users list their own devices", async () => {
  const { ben, cleo } = await realm();
  await ben.does(addPushToken, android);
  expect((await ben.does(listPushDevices)).tokens).toMatchObject([android]);
  expect(await cleo.does(listPushDevices)).toEqual({ devices: [], tokens: [] });
});

const length = "Empty or invalid length token";
const subscription = "Invalid push subscription";
test.each<[string, Parameters<ReturnType<typeof addPushToken>>[1], string]>([
  ["empty", { ...android, token: "" }, length],
  ["long", { ...android, token: "a".repeat(4097) }, length],
  ["not hexadecimal, for Apple", { ...apple, token: "xyz" }, "Invalid APNS token"],
  ["half a byte short, for Apple", { ...apple, token: "C0FFE" }, "Invalid APNS token"],
  ["no web address, for a browser", { ...browser, token: "ftp://push.example.com" }, subscription],
  ["a broken web address, for a browser", { ...browser, token: "https://[" }, subscription],
  [
    "with a compressed point, for a browser",
    { ...browser, keys: { ...keys, p256dh: "A".repeat(87) } },
    subscription,
  ],
  [
    "with a short secret, for a browser",
    { ...browser, keys: { ...keys, auth: "A".repeat(21) } },
    subscription,
  ],
])("an address is refused that is %s", async (_what, token, message) => {
  const { ben } = await realm();
  expect(await ben.isRefused(addPushToken, token)).toBe(message);
  expect((await ben.does(listPushDevices)).tokens).toEqual([]);
});

test("only an address's user can remove it; Apple's addresses ignore case", async () => {
  const { ben, cleo, eventsOf } = await realm();
  await ben.does(addPushToken, android);
  await ben.does(addPushToken, apple);
  expect(await cleo.isRefused(removePushToken, android)).toBe("Token does not exist");
  expect(await ben.isRefused(removePushToken, { service: "fcm", token: "" })).toBe(length);
  const remove = () => ben.does(removePushToken, { service: "apns", token: "c0ffee" });
  expect(await eventsOf(remove)).toEqual([
    { type: "push_token_removed", userId: ben.id, token: { service: "apns", token: "C0FFEE" } },
  ]);
  expect((await ben.does(listPushDevices)).tokens).toMatchObject([android]);
});

test("browsers get the server's key, if it has one", async () => {
  const { ben } = await realm();
  expect(await ben.does(fetchWebPushKey)).toBe("the key");
  const pushRelay = { ...scriptedRelay().relay, webPushKey: undefined };
  const without = await memoryRealm({ people: { ben: "member" } }, { pushRelay });
  expect(await without.ben.isRefused(fetchWebPushKey)).toBe(
    "Server is not configured to use push notification service.",
  );
});
