import {
  isRegistered,
  type PushToken,
  type RegisteredDevice,
  type UserDevices,
} from "../../domain/push-device";
import type { PushTarget } from "../ports/push-relay";
import type { Seals } from "../ports/seals";

export const tokenTarget = (token: PushToken): PushTarget => ({
  ...{ kind: "token", token },
  key: `${token.service} ${token.token}`,
});

export const deviceTarget = (device: RegisteredDevice, seals: Seals): PushTarget => ({
  kind: "device",
  key: `device ${device.id}`,
  service: device.service,
  tokenId: device.tokenId,
  pushKeyId: device.pushKeyId,
  pushKey: seals.open(device.sealedPushKey),
  address: device.sealedAddress === null ? null : JSON.parse(seals.open(device.sealedAddress)),
});

/** Everywhere that a user's notifications go. */
export const targetsOf = ({ devices, tokens }: UserDevices, seals: Seals): readonly PushTarget[] => [
  ...tokens.filter(({ isIntroduced }) => isIntroduced).map(tokenTarget),
  ...devices.filter(isRegistered).map((device) => deviceTarget(device, seals)),
];
