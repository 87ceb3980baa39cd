import type { DeviceId, UserId } from "../ids";
import {
  type ClientDevice,
  inOrder,
  isSameToken,
  noDevices,
  type PushToken,
  type SealedRegistration,
  type UserDevices,
} from "../push/push-device";
import { ofFamily } from "./event-family";

/** A change of a user's devices, in the past tense. */
export type PushEvent =
  | { readonly type: "client_device_added"; readonly userId: UserId; readonly device: ClientDevice }
  | {
      readonly type: "client_device_changed";
      readonly userId: UserId;
      readonly deviceId: DeviceId;
      readonly change: Partial<Omit<ClientDevice, "id" | "addedAt">>;
      /** The registration to send to the relay, if the change depends on it. */
      readonly forRelay?: SealedRegistration;
    }
  | { readonly type: "client_device_removed"; readonly userId: UserId; readonly deviceId: DeviceId }
  | { readonly type: "push_token_added"; readonly userId: UserId; readonly token: PushToken }
  | {
      readonly type: "push_token_introduced" | "push_token_removed";
      readonly userId: UserId;
      readonly token: Pick<PushToken, "service" | "token">;
    };

/** Whether the event is about devices. */
export const isAboutPush = ofFamily<PushEvent>({
  client_device_added: true,
  client_device_changed: true,
  client_device_removed: true,
  push_token_added: true,
  push_token_introduced: true,
  push_token_removed: true,
});

/** The user's devices after the event; undefined if none are left. */
export const devicesAfterEvent = (
  before: UserDevices | undefined,
  event: PushEvent,
): UserDevices | undefined => {
  const after = inOrder(devicesAfter(before ?? noDevices, event));
  return after.devices.length + after.tokens.length > 0 ? after : undefined;
};

const devicesAfter = ({ devices, tokens }: UserDevices, event: PushEvent): UserDevices => {
  switch (event.type) {
    case "client_device_added":
      return { tokens, devices: [...devices, event.device] };
    case "client_device_changed":
      return {
        tokens,
        devices: devices.map((device) =>
          device.id === event.deviceId ? { ...device, ...event.change } : device,
        ),
      };
    case "client_device_removed":
      return { tokens, devices: devices.filter(({ id }) => id !== event.deviceId) };
    case "push_token_added":
      return {
        devices,
        tokens: [...tokens.filter((token) => !isSameToken(token, event.token)), event.token],
      };
    case "push_token_introduced":
      return {
        devices,
        tokens: tokens.map((one) => (isSameToken(one, event.token) ? { ...one, isIntroduced: true } : one)),
      };
    case "push_token_removed":
      return { devices, tokens: tokens.filter((one) => !isSameToken(one, event.token)) };
  }
};
