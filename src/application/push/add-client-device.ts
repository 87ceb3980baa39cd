import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { DeviceId } from "../../domain/ids";
import { newClientDevice, noDevices } from "../../domain/push/push-device";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Users have a few devices. More come from clients that forget what they registered. */
const mostDevices = 100;

/** Adds the device that the caller is logged in on, until the session ends if there is one. Returns its id. API §4.22. */
export const addClientDevice =
  ({ inTransaction }: Ports) =>
  (caller: Caller): TaskEither<CallerError, DeviceId> =>
    asCaller(inTransaction, caller, async (tx) => {
      const device = newClientDevice(tx.newId("client_device"), tx.now, caller.sessionId);
      const { devices } = tx.state.pushDevices.get(caller.userId) ?? noDevices;
      const [oldest] = devices;
      if (oldest && devices.length >= mostDevices)
        tx.append({ type: "client_device_removed", userId: caller.userId, deviceId: oldest.id });
      tx.append({ type: "client_device_added", userId: caller.userId, device });
      return E.right(device.id);
    });
