import {
  type ClientDevice,
  isRegistered,
  type PushToken,
  type UserDevices,
} from "../../../domain/push-device";
import type { PushEvent } from "../../../domain/push-event";
import type { Word } from "./event-reader";

const names = {
  pushKeyId: "push_key_id",
  tokenId: "push_token_id",
  pendingTokenId: "pending_push_token_id",
  tokenChangedAt: "push_token_last_updated_timestamp",
  failure: "push_registration_error_code",
} as const satisfies Partial<Record<keyof ClientDevice, string>>;

/** What a device's own user may know of it. Neither its key nor its address is told. API §4.22. */
export const encodeDevice = (device: Partial<ClientDevice>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, wire]) => {
      const value = device[name as keyof typeof names];
      return value === undefined ? [] : [[wire, value]];
    }),
  );

/** What a user's clients hear of their devices. */
export const deviceWords = (event: PushEvent): readonly Word[] => {
  const word = (deviceId: number, op: string, more: object = {}): readonly Word[] => [
    { category: "device", body: { type: "device", op, device_id: deviceId, ...more } },
  ];
  switch (event.type) {
    case "client_device_added":
      return word(event.device.id, "add");
    case "client_device_changed": {
      const changed = encodeDevice(event.change);
      return Object.keys(changed).length === 0 ? [] : word(event.deviceId, "update", changed);
    }
    case "client_device_removed":
      return word(event.deviceId, "remove");
    case "push_token_added":
    case "push_token_introduced":
    case "push_token_removed":
      return [];
  }
};

const encodeAddress = ({ service, token, appId, isIntroduced, addedAt }: PushToken) => ({
  service,
  is_encrypted: false,
  device_id: null,
  token,
  app_id: appId,
  state: isIntroduced ? "active" : "waiting",
  error_code: null,
  added_at: Math.floor(addedAt / 1000),
});

const encodeRegistration = (device: ClientDevice) => ({
  service: device.service,
  is_encrypted: true,
  device_id: device.id,
  token: null,
  app_id: null,
  state: isRegistered(device) ? "active" : device.failure === null ? "waiting" : "failed",
  error_code: device.failure,
  added_at: Math.floor(device.addedAt / 1000),
});

/** Where somebody's notifications go, in words for themselves: the newest first. */
export const encodePushDevices = ({ devices, tokens }: UserDevices) =>
  [...tokens.map(encodeAddress), ...devices.map(encodeRegistration)].sort((a, b) => b.added_at - a.added_at);
