import { nullable } from "../../../domain/codec/codec";
import { valueOfJson } from "../../../domain/codec/json-text";
import {
  type DeviceAddress,
  deviceAddressCodec,
  isRegistered,
  type PushToken,
  type RegisteredDevice,
  type UserDevices,
} from "../../../domain/push/push-device";
import type { PushTarget } from "../../ports/push/push-relay";
import type { Seals } from "../../ports/system/seals";

/** The target for a device registered by its token. */
export const tokenTarget = (token: PushToken): PushTarget => ({
  kind: "token",
  token,
  key: `${token.service} ${token.token}`,
});

/**
 * The target for a registered device. None if the server's secret changed since, or if the stored address can't be read: the
 * device must register again.
 */
export const deviceTargets = (device: RegisteredDevice, seals: Seals): readonly PushTarget[] => {
  const { id, service, tokenId, pushKeyId, sealedPushKey, sealedAddress } = device;
  const pushKey = seals.open(sealedPushKey);
  const address = sealedAddress === null ? null : addressIn(seals.open(sealedAddress));
  if (pushKey === undefined || address === undefined) return [];
  return [{ kind: "device", key: `device ${id}`, service, tokenId, pushKeyId, pushKey, address }];
};

const addressIn = (stored: string | undefined): DeviceAddress | null | undefined =>
  stored === undefined ? undefined : valueOfJson(nullable(deviceAddressCodec), stored);

/** Whether only the device can read what is sent to the target. Web Push is encrypted too. Level 504. */
export const isEncrypted = (target: PushTarget): boolean =>
  target.kind === "device" || target.token.service === "web";

/** All targets of a user's notifications. */
export const targetsOf = ({ devices, tokens }: UserDevices, seals: Seals): readonly PushTarget[] => [
  ...tokens.filter(({ isIntroduced }) => isIntroduced).map(tokenTarget),
  ...devices.filter(isRegistered).flatMap((device) => deviceTargets(device, seals)),
];
