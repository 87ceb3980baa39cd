import { addClientDevice } from "../../../src/application/push/add-client-device";
import { addPushToken } from "../../../src/application/push/add-push-token";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import { android, pushRealm } from "../../support/application/push-realm";

test("users list their own devices", async () => {
  const { ben, cleo } = await pushRealm();
  const id = await ben.does(addClientDevice);
  await ben.does(addPushToken, android("a"));
  const { devices, tokens } = await ben.does(listPushDevices);
  expect(devices.map((device) => device.id)).toEqual([id]);
  expect(tokens).toMatchObject([android("a")]);
  expect(await cleo.does(listPushDevices)).toEqual({ devices: [], tokens: [] });
});
