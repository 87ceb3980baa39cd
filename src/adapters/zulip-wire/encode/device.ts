import { keysOf } from "../../../domain/collections/keys-of";
import type { PushEvent } from "../../../domain/events/push-event";
import type { DeviceId } from "../../../domain/ids";
import {
  type ClientDevice,
  isRegistered,
  type PushToken,
  type UserDevices,
} from "../../../domain/push/push-device";
import type { EventEntry } from "./event-reader";

const names = {
  pushKeyId: "push_key_id",
  tokenId: "push_token_id",
  pendingTokenId: "pending_push_token_id",
  tokenChangedAt: "push_token_last_updated_timestamp",
  failure: "push_registration_error_code",
} as const satisfies Partial<Record<keyof ClientDevice, string>>;

/** A device for its own user, without its key and address. API §4.22. */
export const encodeDevice = (device: Partial<ClientDevice>): Record<string, unknown> =>
  Object.fromEntries(
    keysOf(names).flatMap((name) => (device[name] === undefined ? [] : [[names[name], device[name]]])),
  );

/** Events about devices, for their user's clients. */
export const deviceEntries = (event: PushEvent): readonly EventEntry[] => {
  const entry = (deviceId: DeviceId, op: string, more: object = {}): readonly EventEntry[] => [
    { category: "device", body: { type: "device", op, device_id: deviceId, ...more } },
  ];
  switch (event.type) {
    case "client_device_added":
      return entry(event.device.id, "add");
    case "client_device_changed": {
      const changed = encodeDevice(event.change);
      return Object.keys(changed).length === 0 ? [] : entry(event.deviceId, "update", changed);
    }
    case "client_device_removed":
      return entry(event.deviceId, "remove");
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

/** Describes the targets of a user's notifications to the user, newest first. */
export const encodePushDevices = ({ devices, tokens }: UserDevices) =>
  [...tokens.map(encodeAddress), ...devices.map(encodeRegistration)].sort((a, b) => b.added_at - a.added_at);
