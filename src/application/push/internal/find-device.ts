import * as E from "fp-ts/Either";
import type { DeviceId } from "../../../domain/ids";
import type { ClientDevice } from "../../../domain/push/push-device";
import { invalidDeviceId, type PushError } from "../../../domain/push/refusals";
import type { Caller } from "../../caller";
import type { Transaction } from "../../transaction";

/** The caller's device with this id. */
export const findDevice = (
  { state }: Pick<Transaction, "state">,
  { userId }: Caller,
  deviceId: DeviceId,
): E.Either<PushError, ClientDevice> => {
  const device = state.pushDevices.get(userId)?.devices.find(({ id }) => id === deviceId);
  return device ? E.right(device) : E.left(invalidDeviceId);
};
