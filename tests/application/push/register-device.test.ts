import { addClientDevice } from "../../../src/application/push/add-client-device";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import { registerDevice } from "../../../src/application/push/register-device";
import { memoryRealm } from "../../support/application/memory-realm";
import { scriptedRelay } from "../../support/application/scripted-relay";

type Wanted = Parameters<ReturnType<typeof registerDevice>>[2];
const key = { id: 7, key: "a secret key" };
const forRelay = { publicKey: "k", registration: "r" };
const token = { id: "AAAAAAAAAAE=", service: "fcm", forRelay } as const;
const both: Wanted = { key, token };
const realm = async (...more: Parameters<typeof memoryRealm>[1][]) => {
  const found = await memoryRealm({ people: { ben: "member", cleo: "member" } }, ...more);
  const { ben, eventsOf, services } = found;
  const id = await ben.does(addClientDevice);
  return {
    ...found,
    id,
    register: (wanted: Wanted) => eventsOf(() => ben.does(registerDevice, id, wanted)),
    refusal: (wanted: Wanted) => ben.isRefused(registerDevice, id, wanted),
    device: async () => (await ben.does(listPushDevices)).devices.find((one) => one.id === id),
    deliver: () => services.jobRunner.runDue(),
  };
};

test("a device registers with a key, which is sealed, and waits for the relay", async () => {
  const { id, ben, clock, services, register, refusal, device, deliver } = await realm();
  const change = {
    pushKeyId: 7,
    service: "fcm",
    pendingTokenId: token.id,
    tokenChangedAt: Math.floor(clock.now() / 1000),
    failure: null,
  };
  const events = await register(both);
  expect(events).toMatchObject([
    { type: "client_device_changed", userId: ben.id, deviceId: id, change, forRelay },
  ]);
  expect(JSON.stringify(events)).not.toContain(key.key);
  expect(services.seals.open((await device())?.sealedPushKey ?? "")).toBe(key.key);
  expect(await refusal({ key: undefined, token })).toBe("A registration for the device already in progress.");
  await deliver();
  expect(await device()).toMatchObject({ tokenId: token.id, pendingTokenId: null });
  expect(await register(both)).toEqual([]);
});

test("key and token change separately, once there is a registration", async () => {
  const { register, refusal, device, deliver } = await realm();
  const otherKey = { id: 8, key: "another" };
  const other = { ...token, id: "AAAAAAAAAAI=" };
  expect(await refusal({ key: undefined, token: undefined })).toBe(
    "Missing parameters: must provide either all push key fields, all token fields, or both.",
  );
  expect(await refusal({ key, token: undefined })).toBe("No push registration exists to rotate key for.");
  expect(await refusal({ key: undefined, token })).toBe("No push registration exists to rotate token for.");
  await register(both);
  await deliver();
  expect(await register({ key: otherKey, token: undefined })).toHaveLength(1);
  expect(await register({ key: otherKey, token: undefined })).toEqual([]);
  expect(await register({ key: undefined, token })).toEqual([]);
  expect(await register({ key: undefined, token: other })).toHaveLength(1);
  await deliver();
  expect(await device()).toMatchObject({ pushKeyId: 8, tokenId: other.id, pendingTokenId: null });
});

test("a key that was sealed with another server's secret is stored again", async () => {
  const { id, ben, register, append, deliver } = await realm();
  await register(both);
  await deliver();
  const change = { sealedPushKey: "from another server" };
  await append({ type: "client_device_changed", userId: ben.id, deviceId: id, change });
  expect(await register({ key, token: undefined })).toMatchObject([{ change: { pushKeyId: 7 } }]);
  expect(await register({ key, token: undefined })).toEqual([]);
});

test("nobody registers another user's device", async () => {
  const { id, cleo, device } = await realm();
  expect(await cleo.isRefused(registerDevice, id, both)).toBe("Invalid `device_id`");
  expect(await device()).toMatchObject({ pushKeyId: null });
});

test("a server whose relay accepts no registrations refuses them", async () => {
  const { refusal } = await realm({ pushRelay: { ...scriptedRelay().relay, takesRegistrations: false } });
  expect(await refusal(both)).toBe("Server is not configured to use push notification service.");
});
