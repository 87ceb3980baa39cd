import type { PushDelivery, PushOutcome } from "../../../src/application/ports/push/push-relay";
import { addClientDevice } from "../../../src/application/push/add-client-device";
import { addPushToken } from "../../../src/application/push/add-push-token";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import { registerDevice } from "../../../src/application/push/register-device";
import { sendEncryptedTestPush } from "../../../src/application/push/send-encrypted-test-push";
import { sendTestPush } from "../../../src/application/push/send-test-push";
import { memoryRealm, type Person } from "../../support/application/memory-realm";

const android = (token: string) => ({ service: "fcm", token, appId: null, keys: null }) as const;
const realm = async () => {
  const found = await memoryRealm({ people: { ben: "member", cleo: "member" } });
  const { relay } = found.world;
  let lastId = 0;
  return {
    ...found,
    relay,
    /** The addresses that got a test, in the order of sending. */
    tested: () =>
      relay.delivered.splice(0).flatMap(({ notification, targets }: PushDelivery) => {
        expect(notification).toEqual({ kind: "test", at: Math.floor(found.clock.now() / 1000) });
        return targets.map(({ key }) => key);
      }),
    addDevice: async (who: Person) => {
      const id = await who.does(addClientDevice);
      lastId += 1;
      const token = {
        id: `token ${lastId}`,
        service: "fcm",
        forRelay: { publicKey: "k", registration: "r" },
      };
      await who.does(registerDevice, id, { key: { id: 7, key: "secret" }, token: token as never });
      await found.services.jobRunner.runDue();
      return id;
    },
  };
};

test("a test goes to all of the caller's addresses, or to one", async () => {
  const { ben, cleo, tested } = await realm();
  for (const name of ["a", "b"]) await ben.does(addPushToken, android(name));
  await cleo.does(addPushToken, android("c"));
  await ben.does(sendTestPush, undefined);
  await ben.does(sendTestPush, "b");
  expect(tested()).toEqual(["fcm a", "fcm b", "fcm b"]);
  expect(await ben.isRefused(sendTestPush, "c")).toBe("Device not recognized");
});

test("registers a new address with the relay before the test", async () => {
  const { ben, relay } = await realm();
  await ben.does(addPushToken, android("a"));
  await ben.does(sendTestPush, "a");
  expect(relay.registrations).toEqual([`${ben.id} has a`]);
});

test("without any address the test succeeds, but not an encrypted one", async () => {
  const { ben } = await realm();
  await ben.does(sendTestPush, undefined);
  await ben.does(addClientDevice);
  expect(await ben.isRefused(sendEncryptedTestPush, undefined)).toBe("No active registered push device");
});

const failures: readonly [PushOutcome, string][] = [
  [
    { outcome: "unreachable", detail: "" },
    "Network error while connecting to Zulip push notification service.",
  ],
  [
    { outcome: "broken", detail: "" },
    "Internal server error on Zulip push notification service, retry later.",
  ],
  [
    { outcome: "refused", detail: "" },
    "Push notification configuration issue on server, contact the server administrator or retry later.",
  ],
];
test.each(failures)("reports the relay's reason to the caller: %j", async (outcome, message) => {
  const { ben, relay, addDevice } = await realm();
  await ben.does(addPushToken, android("a"));
  const id = await addDevice(ben);
  relay.outcomes.set("fcm a", outcome).set(`device ${id}`, outcome);
  expect(await ben.isRefused(sendTestPush, undefined)).toBe(message);
  expect(await ben.isRefused(sendEncryptedTestPush, id)).toBe(message);
});

test("an address that the relay no longer knows is forgotten", async () => {
  const { ben, relay } = await realm();
  for (const name of ["a", "b"]) await ben.does(addPushToken, android(name));
  relay.outcomes.set("fcm a", { outcome: "unknown" });
  expect(await ben.isRefused(sendTestPush, undefined)).toBe("Device not recognized by the push bouncer");
  expect((await ben.does(listPushDevices)).tokens.map(({ token }) => token)).toEqual(["b"]);
});

test("an encrypted test goes to the caller's registered devices, or to one", async () => {
  const { ben, cleo, relay, tested, addDevice } = await realm();
  const [one, other, theirs] = [await addDevice(ben), await addDevice(ben), await addDevice(cleo)];
  await ben.does(sendEncryptedTestPush, undefined);
  await ben.does(sendEncryptedTestPush, other);
  expect(tested()).toEqual([`device ${one}`, `device ${other}`, `device ${other}`]);
  const none = "No active registered push device";
  expect(await ben.isRefused(sendEncryptedTestPush, theirs)).toBe(none);
  relay.outcomes.set(`device ${one}`, { outcome: "unknown" });
  await ben.does(sendEncryptedTestPush, undefined);
  expect(await ben.isRefused(sendEncryptedTestPush, one)).toBe(none);
});

test("a device whose key was sealed with another server's secret gets nothing until it registers again", async () => {
  const { ben, cleo, append, services, tested, addDevice } = await realm();
  const id = await addDevice(ben);
  const change = { sealedPushKey: "from another server" };
  await append({ type: "client_device_changed", userId: ben.id, deviceId: id, change });
  expect(await ben.isRefused(sendEncryptedTestPush, id)).toBe("No active registered push device");
  await cleo.writes([ben]);
  await services.jobRunner.runDue();
  expect(tested()).toEqual([]);
  await ben.does(registerDevice, id, { key: { id: 7, key: "secret" }, token: undefined });
  await ben.does(sendEncryptedTestPush, id);
  expect(tested()).toEqual([`device ${id}`]);
});
