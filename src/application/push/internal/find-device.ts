import { type Either, left, right } from "fp-ts/Either";
import type { ApiError } from "../../../domain/errors";
import type { DeviceId } from "../../../domain/ids";
import type { ClientDevice } from "../../../domain/push/push-device";
import { invalidDeviceId } from "../../../domain/push/refusals";
import type { Caller } from "../../caller";
import type { Transaction } from "../../transaction";

/** The caller's device with this id. */
export const findDevice = (
  { state }: Pick<Transaction, "state">,
  { userId }: Caller,
  deviceId: DeviceId,
): Either<ApiError, ClientDevice> => {
  const device = state.pushDevices.get(userId)?.devices.find(({ id }) => id === deviceId);
  return device ? right(device) : left(invalidDeviceId);
};
