import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { type ClientDevice, newClientDevice, noDevices } from "../../domain/push-device";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** A user has a few devices; more are programs that forget what they registered. */
const mostDevices = 100;

/** The caller's own device. */
export const findDevice = (
  { state }: Pick<Transaction, "state">,
  { userId }: Caller,
  deviceId: number,
): Either<ApiError, ClientDevice> => {
  const device = state.pushDevices.get(userId)?.devices.find(({ id }) => id === deviceId);
  return device ? right(device) : left(badRequest("Invalid `device_id`"));
};

/** Makes the device known that the caller is logged in on; answers with its id. API §4.22. */
export const addClientDevice =
  ({ inTransaction }: Ports) =>
  (caller: Caller): Result<number> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const device = newClientDevice(tx.newId("client_device"), tx.now);
      const { devices } = tx.state.pushDevices.get(caller.userId) ?? noDevices;
      const [oldest] = devices;
      if (oldest && devices.length >= mostDevices)
        tx.append({ type: "client_device_removed", userId: caller.userId, deviceId: oldest.id });
      tx.append({ type: "client_device_added", userId: caller.userId, device });
      return right(device.id);
    });

/** Forgets a device: nothing goes there any more. */
export const removeClientDevice =
  ({ inTransaction }: Ports) =>
  (caller: Caller, deviceId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const device = findDevice(tx, caller, deviceId);
      if (isLeft(device)) return device;
      tx.append({ type: "client_device_removed", userId: caller.userId, deviceId });
      return right(undefined);
    });
