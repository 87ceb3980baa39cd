import { ofFamily } from "./event-family";
import {
  type ClientDevice,
  inOrder,
  isSameToken,
  noDevices,
  type PushToken,
  type UserDevices,
} from "./push-device";

/** What a device has encrypted for the relay, so that only that learns its address. */
export interface SealedRegistration {
  /** The relay's key that it is encrypted with. */
  readonly publicKey: string;
  readonly registration: string;
}

/** A change of the devices that somebody gets notifications on, in the past tense. */
export type PushEvent =
  | { readonly type: "client_device_added"; readonly userId: number; readonly device: ClientDevice }
  | {
      readonly type: "client_device_changed";
      readonly userId: number;
      readonly deviceId: number;
      readonly change: Partial<Omit<ClientDevice, "id" | "addedAt">>;
      /** For the relay, where the change waits for it. */
      readonly forRelay?: SealedRegistration;
    }
  | { readonly type: "client_device_removed"; readonly userId: number; readonly deviceId: number }
  | { readonly type: "push_token_added"; readonly userId: number; readonly token: PushToken }
  | {
      readonly type: "push_token_introduced" | "push_token_removed";
      readonly userId: number;
      readonly token: Pick<PushToken, "service" | "token">;
    };

/** Whether the event is about somebody's devices. */
export const isAboutPush = ofFamily<PushEvent>({
  client_device_added: true,
  client_device_changed: true,
  client_device_removed: true,
  push_token_added: true,
  push_token_introduced: true,
  push_token_removed: true,
});

/** A user's devices after the event; undefined where none are left. */
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
        devices: devices.map((one) => (one.id === event.deviceId ? { ...one, ...event.change } : one)),
      };
    case "client_device_removed":
      return { tokens, devices: devices.filter(({ id }) => id !== event.deviceId) };
    case "push_token_added":
      return { devices, tokens: [...tokens.filter((one) => !isSameToken(one, event.token)), event.token] };
    case "push_token_introduced":
      return {
        devices,
        tokens: tokens.map((one) => (isSameToken(one, event.token) ? { ...one, isIntroduced: true } : one)),
      };
    case "push_token_removed":
      return { devices, tokens: tokens.filter((one) => !isSameToken(one, event.token)) };
  }
};
