import {
  isRegistered,
  type PushToken,
  type RegisteredDevice,
  type UserDevices,
} from "../../domain/push-device";
import type { PushTarget } from "../ports/push-relay";
import type { Seals } from "../ports/seals";

/** A device that is known by its token alone. */
export const tokenTarget = (token: PushToken): PushTarget => ({
  kind: "token",
  token,
  key: `${token.service} ${token.token}`,
});

/** None where the server's secret has changed since the device was registered: it has to be registered anew. */
export const deviceTargets = (device: RegisteredDevice, seals: Seals): readonly PushTarget[] => {
  const { id, service, tokenId, pushKeyId, sealedPushKey, sealedAddress } = device;
  const pushKey = seals.openIfOurs(sealedPushKey);
  const address = sealedAddress === null ? "null" : seals.openIfOurs(sealedAddress);
  if (pushKey === undefined || address === undefined) return [];
  const target = { kind: "device", key: `device ${id}`, service, tokenId, pushKeyId, pushKey } as const;
  return [{ ...target, address: JSON.parse(address) }];
};

/** Whether nobody on the way reads what is sent there: browsers' notifications are encrypted, too. Level 504. */
export const isEncrypted = (target: PushTarget): boolean =>
  target.kind === "device" || target.token.service === "web";

/** Everywhere that a user's notifications go. */
export const targetsOf = ({ devices, tokens }: UserDevices, seals: Seals): readonly PushTarget[] => [
  ...tokens.filter(({ isIntroduced }) => isIntroduced).map(tokenTarget),
  ...devices.filter(isRegistered).flatMap((device) => deviceTargets(device, seals)),
];
