import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { DeviceId } from "../../domain/ids";
import type { PushError } from "../../domain/push/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { findDevice } from "./internal/find-device";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Removes a device, which gets no more notifications. */
export const removeClientDevice =
  ({ inTransaction }: Ports) =>
  (caller: Caller, deviceId: DeviceId): TaskEither<CallerError | PushError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const device = findDevice(tx, caller, deviceId);
      if (E.isLeft(device)) return device;
      tx.append({ type: "client_device_removed", userId: caller.userId, deviceId });
      return E.right(undefined);
    });
