import { addPushToken } from "../../../src/application/push/add-push-token";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import { android, apple, pushRealm } from "../../support/application/push-realm";

const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
const browser = { service: "web", token: "https://push.example.com/1", appId: null, keys } as const;

test("an address is added once, unless its keys or its app change", async () => {
  const { ben, eventsOf } = await pushRealm();
  const add = (token: Parameters<ReturnType<typeof addPushToken>>[1]) =>
    eventsOf(() => ben.does(addPushToken, token));
  expect(await add(android("a"))).toMatchObject([
    { type: "push_token_added", userId: ben.id, token: { ...android("a"), isIntroduced: false } },
  ]);
  expect(await add(android("a"))).toEqual([]);
  await add(apple);
  expect(await add({ ...apple, token: "c0ffee" })).toEqual([]);
  expect(await add({ ...apple, appId: "org.example.Other" })).toHaveLength(1);
  await add(browser);
  expect(await add({ ...browser, keys: { ...keys, auth: "B".repeat(22) } })).toHaveLength(1);
});

const length = "Empty or invalid length token";
const subscription = "Invalid push subscription";
test.each<[string, Parameters<ReturnType<typeof addPushToken>>[1], string]>([
  ["empty", android(""), length],
  ["long", android("a".repeat(4097)), length],
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
  const { ben } = await pushRealm();
  expect(await ben.isRefused(addPushToken, token)).toBe(message);
  expect((await ben.does(listPushDevices)).tokens).toEqual([]);
});
