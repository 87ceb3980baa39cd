import { addClientDevice } from "../../../src/application/push/add-client-device";
import type { RealmEvent } from "../../../src/domain/events/event";
import { newClientDevice } from "../../../src/domain/push/push-device";
import { memoryRealm } from "../../support/application/memory-realm";

test("a user's hundred-and-first device replaces the oldest", async () => {
  const { ben, append, eventsOf } = await memoryRealm({ people: { ben: "member" } });
  const many = Array.from({ length: 100 }, (_, index): RealmEvent => {
    return { type: "client_device_added", userId: ben.id, device: newClientDevice(index + 101, index) };
  });
  await append(...many);
  expect(await eventsOf(() => ben.does(addClientDevice))).toMatchObject([
    { type: "client_device_removed", deviceId: 101 },
    { type: "client_device_added", userId: ben.id },
  ]);
});
