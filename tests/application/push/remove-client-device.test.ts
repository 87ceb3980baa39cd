import { addClientDevice } from "../../../src/application/push/add-client-device";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import { removeClientDevice } from "../../../src/application/push/remove-client-device";
import { pushRealm } from "../../support/application/push-realm";

test("users remove their own devices, once", async () => {
  const { ben, cleo } = await pushRealm();
  const id = await ben.does(addClientDevice);
  const unknown = "Invalid `device_id`";
  expect(await cleo.isRefused(removeClientDevice, id)).toBe(unknown);
  expect((await ben.does(listPushDevices)).devices).toHaveLength(1);
  await ben.does(removeClientDevice, id);
  expect((await ben.does(listPushDevices)).devices).toEqual([]);
  expect(await ben.isRefused(removeClientDevice, id)).toBe(unknown);
});
