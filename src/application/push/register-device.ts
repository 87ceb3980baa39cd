import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { DeviceId, PushKeyId } from "../../domain/ids";
import type { ClientDevice, SealedRegistration } from "../../domain/push/push-device";
import {
  noRegistrationToRotate,
  noRegistrationWanted,
  type PushError,
  pushNotConfigured,
  registrationInProgress,
} from "../../domain/push/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { PushRelay } from "../ports/push/push-relay";
import type { Seals } from "../ports/system/seals";
import type { InTransaction, Transaction } from "../transaction";
import { findDevice } from "./internal/find-device";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly pushRelay: PushRelay;
  readonly seals: Seals;
}

/** The key for encrypting a device's notifications. */
interface NewPushKey {
  readonly id: PushKeyId;
  /** In base64: a byte that names the encryption scheme, and the key. */
  readonly key: string;
}

/** What this server may know of the device's address. */
interface NewPushToken {
  readonly id: string;
  readonly service: NonNullable<ClientDevice["service"]>;
  readonly forRelay: SealedRegistration;
}

interface NewRegistration {
  readonly key: NewPushKey | undefined;
  readonly token: NewPushToken | undefined;
}

/**
 * Registers a device for notifications that only it can read, or changes its key or address: until the session ends,
 * if there is one. A job tells the relay afterwards. API §4.22.
 */
export const registerDevice =
  ({ inTransaction, pushRelay, seals }: Ports) =>
  (
    caller: Caller,
    deviceId: DeviceId,
    registration: NewRegistration,
  ): TaskEither<CallerError | PushError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      if (!pushRelay.takesRegistrations) return E.left(pushNotConfigured);
      const device = findDevice(tx, caller, deviceId);
      if (E.isLeft(device)) return device;
      const change = changeOf(tx, device.right, registration, seals);
      if (E.isLeft(change)) return change;
      const { sessionId = null } = caller;
      if (change.right || device.right.sessionId !== sessionId)
        tx.append({
          type: "client_device_changed",
          userId: caller.userId,
          deviceId,
          change: { ...change.right, sessionId },
          ...(change.right?.pendingTokenId &&
            registration.token && { forRelay: registration.token.forRelay }),
        });
      return E.right(undefined);
    });

/** The change to the device; undefined if there is nothing to change. */
const changeOf = (
  tx: Pick<Transaction, "now">,
  device: ClientDevice,
  { key, token }: NewRegistration,
  seals: Seals,
): E.Either<PushError, Partial<ClientDevice> | undefined> => {
  if (!key && !token) return E.left(noRegistrationWanted);
  const hasKey =
    key !== undefined &&
    device.pushKeyId === key.id &&
    device.sealedPushKey !== null &&
    seals.open(device.sealedPushKey) === key.key;
  const keyChange = key && !hasKey ? { pushKeyId: key.id, sealedPushKey: seals.seal(key.key) } : {};
  if (!token) {
    if (device.pushKeyId === null) return E.left(noRegistrationToRotate("key"));
    return E.right(hasKey ? undefined : keyChange);
  }
  if (device.failure === null && device.pendingTokenId !== null) return E.left(registrationInProgress);
  if (!key && device.pushKeyId === null) return E.left(noRegistrationToRotate("token"));
  const isThere = device.failure === null && device.tokenId === token.id && device.service === token.service;
  if (isThere && (!key || hasKey)) return E.right(undefined);
  return E.right({
    ...keyChange,
    service: token.service,
    pendingTokenId: token.id,
    tokenChangedAt: Math.floor(tx.now / 1000),
    failure: null,
  });
};
