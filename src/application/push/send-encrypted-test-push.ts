import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { DeviceId } from "../../domain/ids";
import { isRegistered, noDevices } from "../../domain/push/push-device";
import { noActivePushDevice, type PushError } from "../../domain/push/refusals";
import type { Caller } from "../caller";
import { deviceTargets } from "./internal/push-targets";
import { type Ports, sendTest } from "./internal/send-test";

/** Sends an encrypted test notification to one of the caller's devices, or to all. API §4.22. */
export const sendEncryptedTestPush =
  (ports: Ports) =>
  (caller: Caller, deviceId: DeviceId | undefined): TaskEither<CallerError | PushError, void> =>
    pipe(
      sendTest(ports, caller, ({ pushDevices }) => {
        const { devices } = pushDevices.get(caller.userId) ?? noDevices;
        const chosen = devices
          .filter(isRegistered)
          .filter(({ id }) => deviceId === undefined || id === deviceId)
          .flatMap((device) => deviceTargets(device, ports.seals));
        return chosen.length > 0 ? E.right(chosen) : E.left(noActivePushDevice);
      }),
      TE.chain((sent) =>
        sent.every(({ outcome }) => outcome === "unknown")
          ? TE.left(noActivePushDevice)
          : TE.right(undefined),
      ),
    );
