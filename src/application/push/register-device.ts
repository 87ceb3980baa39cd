import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import type { ClientDevice } from "../../domain/push-device";
import { pushNotConfigured } from "../../domain/push-errors";
import type { SealedRegistration } from "../../domain/push-event";
import { type Caller, callerIn, type Result } from "../caller";
import type { PushRelay } from "../ports/push-relay";
import type { Seals } from "../ports/seals";
import type { InTransaction, Transaction } from "../transaction";
import { findDevice } from "./client-devices";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly pushRelay: PushRelay;
  readonly seals: Seals;
}

/** The key that a device wants its notifications encrypted with. */
interface WantedKey {
  readonly id: number;
  /** In base64: a byte that names the way of encrypting, and the key. */
  readonly key: string;
}

/** The address that a device wants them at, as far as we may know it. */
interface WantedToken {
  readonly id: string;
  readonly service: NonNullable<ClientDevice["service"]>;
  readonly forRelay: SealedRegistration;
}

interface WantedRegistration {
  readonly key: WantedKey | undefined;
  readonly token: WantedToken | undefined;
}

const nothingWanted = badRequest(
  "Missing parameters: must provide either all push key fields, all token fields, or both.",
);
const underWay = badRequest("A registration for the device already in progress.");
const noKeyYet = (what: "key" | "token") => badRequest(`No push registration exists to rotate ${what} for.`);

/**
 * Registers a device for notifications that only it can read, or gives it another key or address. The relay is told
 * afterwards, for as long as it takes. API §4.22.
 */
export const registerDevice =
  ({ inTransaction, pushRelay, seals }: Ports) =>
  (caller: Caller, deviceId: number, wanted: WantedRegistration): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (!pushRelay.takesRegistrations) return left(pushNotConfigured);
      const device = findDevice(tx, caller, deviceId);
      if (isLeft(device)) return device;
      const change = changeOf(tx, device.right, wanted, seals);
      if (isLeft(change)) return change;
      if (change.right)
        tx.append({
          type: "client_device_changed",
          userId: caller.userId,
          deviceId,
          change: change.right,
          ...(change.right.pendingTokenId && wanted.token && { forRelay: wanted.token.forRelay }),
        });
      return right(undefined);
    });

/** What changes; undefined where everything is as wanted already. */
const changeOf = (
  tx: Pick<Transaction, "now">,
  device: ClientDevice,
  { key, token }: WantedRegistration,
  seals: Seals,
): Either<ApiError, Partial<ClientDevice> | undefined> => {
  if (!key && !token) return left(nothingWanted);
  const hasKey =
    key !== undefined &&
    device.pushKeyId === key.id &&
    device.sealedPushKey !== null &&
    seals.openIfOurs(device.sealedPushKey) === key.key;
  const keyChange = key && !hasKey ? { pushKeyId: key.id, sealedPushKey: seals.seal(key.key) } : {};
  if (!token) {
    if (device.pushKeyId === null) return left(noKeyYet("key"));
    return right(hasKey ? undefined : keyChange);
  }
  if (device.failure === null && device.pendingTokenId !== null) return left(underWay);
  if (!key && device.pushKeyId === null) return left(noKeyYet("token"));
  const isThere = device.failure === null && device.tokenId === token.id && device.service === token.service;
  if (isThere && (!key || hasKey)) return right(undefined);
  return right({
    ...keyChange,
    service: token.service,
    pendingTokenId: token.id,
    tokenChangedAt: Math.floor(tx.now / 1000),
    failure: null,
  });
};
