import { addPushToken } from "../../../src/application/push/add-push-token";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import { sendTestPush } from "../../../src/application/push/send-test-push";
import { android, pushRealm, relayFailures } from "../../support/application/push-realm";

test("a test goes to all of the caller's addresses, or to one", async () => {
  const { ben, cleo, tested } = await pushRealm();
  for (const name of ["a", "b"]) await ben.does(addPushToken, android(name));
  await cleo.does(addPushToken, android("c"));
  await ben.does(sendTestPush, undefined);
  await ben.does(sendTestPush, "b");
  expect(tested()).toEqual(["fcm a", "fcm b", "fcm b"]);
  expect(await ben.isRefused(sendTestPush, "c")).toBe("Device not recognized");
});

test("registers a new address with the relay before the test", async () => {
  const { ben, relay } = await pushRealm();
  await ben.does(addPushToken, android("a"));
  await ben.does(sendTestPush, "a");
  expect(relay.registrations).toEqual([`${ben.id} has a`]);
});

test("without any address the test succeeds", async () => {
  const { ben, tested } = await pushRealm();
  await ben.does(sendTestPush, undefined);
  expect(tested()).toEqual([]);
});

test.each(relayFailures)("reports the relay's reason to the caller: %j", async (outcome, message) => {
  const { ben, relay } = await pushRealm();
  await ben.does(addPushToken, android("a"));
  relay.outcomes.set("fcm a", outcome);
  expect(await ben.isRefused(sendTestPush, undefined)).toBe(message);
});

test("an address that the relay no longer knows is forgotten", async () => {
  const { ben, relay } = await pushRealm();
  for (const name of ["a", "b"]) await ben.does(addPushToken, android(name));
  relay.outcomes.set("fcm a", { outcome: "unknown" });
  expect(await ben.isRefused(sendTestPush, undefined)).toBe("Device not recognized by the push bouncer");
  expect((await ben.does(listPushDevices)).tokens.map(({ token }) => token)).toEqual(["b"]);
});
