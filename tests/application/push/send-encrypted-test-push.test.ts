import { addClientDevice } from "../../../src/application/push/add-client-device";
import { registerDevice } from "../../../src/application/push/register-device";
import { sendEncryptedTestPush } from "../../../src/application/push/send-encrypted-test-push";
import { noDevice, pushRealm, relayFailures } from "../../support/application/push-realm";

test("an encrypted test goes to the caller's registered devices, or to one", async () => {
  const { ben, cleo, relay, tested, addDevice } = await pushRealm();
  const [one, other, theirs] = [await addDevice(ben), await addDevice(ben), await addDevice(cleo)];
  await ben.does(sendEncryptedTestPush, undefined);
  await ben.does(sendEncryptedTestPush, other);
  expect(tested()).toEqual([`device ${one}`, `device ${other}`, `device ${other}`]);
  expect(await ben.isRefused(sendEncryptedTestPush, theirs)).toBe(noDevice);
  relay.outcomes.set(`device ${one}`, { outcome: "unknown" });
  await ben.does(sendEncryptedTestPush, undefined);
  expect(await ben.isRefused(sendEncryptedTestPush, one)).toBe(noDevice);
});

test("a user without a registered device is refused", async () => {
  const { ben } = await pushRealm();
  await ben.does(addClientDevice);
  expect(await ben.isRefused(sendEncryptedTestPush, undefined)).toBe(noDevice);
});

test.each(relayFailures)("reports the relay's reason to the caller: %j", async (outcome, message) => {
  const { ben, relay, addDevice } = await pushRealm();
  const id = await addDevice(ben);
  relay.outcomes.set(`device ${id}`, outcome);
  expect(await ben.isRefused(sendEncryptedTestPush, id)).toBe(message);
});

test("a device whose key was sealed with another server's secret gets nothing until it registers again", async () => {
  const { ben, cleo, append, services, tested, addDevice } = await pushRealm();
  const id = await addDevice(ben);
  const change = { sealedPushKey: "from another server" };
  await append({ type: "client_device_changed", userId: ben.id, deviceId: id, change });
  expect(await ben.isRefused(sendEncryptedTestPush, id)).toBe(noDevice);
  await cleo.writes([ben]);
  await services.jobRunner.runDue();
  expect(tested()).toEqual([]);
  await ben.does(registerDevice, id, { key: { id: 7, key: "secret" }, token: undefined });
  await ben.does(sendEncryptedTestPush, id);
  expect(tested()).toEqual([`device ${id}`]);
});
