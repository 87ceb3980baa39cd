import * as t from "io-ts";
import { entity, nullable, oneOf } from "./codec";

/** Services that take notifications to devices: Apple's, Google's, and whatever a browser or UnifiedPush names. */
export const pushServices = ["apns", "fcm", "web"] as const;
export type PushService = (typeof pushServices)[number];

/** What a push service knows a device by. */
export interface DeviceAddress {
  /** The token of APNs or FCM; the endpoint of Web Push. */
  readonly token: string;
  /** The app on the device; only APNs asks for it. */
  readonly appId: string | null;
}

/** What encrypts for one Web Push subscription, in base64url (RFC 8291). */
export interface WebPushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** An address that a client gave of its device, to get notifications that the push service can read. API §4.20. */
export interface PushToken extends DeviceAddress {
  readonly service: PushService;
  /** Only of Web Push. */
  readonly keys: WebPushKeys | null;
  /** Whether the relay knows that it is this user's: nothing is sent there before. */
  readonly isIntroduced: boolean;
  /** Unix milliseconds. */
  readonly addedAt: number;
}

export const pushTokenCodec = entity<PushToken>({
  token: t.string,
  appId: nullable(t.string),
  service: oneOf(...pushServices),
  keys: nullable(entity<WebPushKeys>({ p256dh: t.string, auth: t.string })),
  isIntroduced: t.boolean,
  addedAt: t.number,
});

/** Why a device can't be registered for encrypted notifications. */
export type RegistrationFailure = "INVALID_BOUNCER_PUBLIC_KEY" | "REQUEST_EXPIRED" | "BAD_REQUEST";

/** A device that somebody is logged in on. Encrypted notifications go to it once it is registered. API §4.22. */
export interface ClientDevice {
  readonly id: number;
  /** Under which name the device knows the key that its notifications are encrypted with. */
  readonly pushKeyId: number | null;
  /** The key itself, sealed: whoever has it reads the user's notifications. */
  readonly sealedPushKey: string | null;
  readonly service: Exclude<PushService, "web"> | null;
  /** Stands for the device's address towards the relay; null until the relay knows it. */
  readonly tokenId: string | null;
  /** The one that the relay is being told of. */
  readonly pendingTokenId: string | null;
  /** When the pending one was last set, in Unix seconds. */
  readonly tokenChangedAt: number | null;
  readonly failure: RegistrationFailure | null;
  /** Sealed; only where this server is its own relay. */
  readonly sealedAddress: string | null;
  /** Unix milliseconds. */
  readonly addedAt: number;
}

export const clientDeviceCodec = entity<ClientDevice>({
  id: t.number,
  pushKeyId: nullable(t.number),
  sealedPushKey: nullable(t.string),
  service: nullable(oneOf("apns", "fcm")),
  tokenId: nullable(t.string),
  pendingTokenId: nullable(t.string),
  tokenChangedAt: nullable(t.number),
  failure: nullable(oneOf("INVALID_BOUNCER_PUBLIC_KEY", "REQUEST_EXPIRED", "BAD_REQUEST")),
  sealedAddress: nullable(t.string),
  addedAt: t.number,
});

/** A device that gets no notifications yet; `addedAt` is in Unix milliseconds. */
export const newClientDevice = (id: number, addedAt: number): ClientDevice => ({
  id,
  addedAt,
  pushKeyId: null,
  sealedPushKey: null,
  service: null,
  tokenId: null,
  pendingTokenId: null,
  tokenChangedAt: null,
  failure: null,
  sealedAddress: null,
});

/** The devices of one user. */
export interface UserDevices {
  /** By id, ascending. */
  readonly devices: readonly ClientDevice[];
  /** The oldest first. */
  readonly tokens: readonly PushToken[];
}

/** Somebody who gets no notifications. */
export const noDevices: UserDevices = { devices: [], tokens: [] };

/** A device that notifications can be sent to now. */
export type RegisteredDevice = ClientDevice & {
  readonly [Name in "pushKeyId" | "sealedPushKey" | "service" | "tokenId"]: NonNullable<ClientDevice[Name]>;
};

/** Whether notifications can be sent to the device now. */
export const isRegistered = (device: ClientDevice): device is RegisteredDevice =>
  device.tokenId !== null &&
  device.pushKeyId !== null &&
  device.sealedPushKey !== null &&
  device.service !== null;

/** Whether notifications of the user have somewhere to go. */
export const isReachable = ({ devices, tokens }: UserDevices): boolean =>
  tokens.length > 0 || devices.some(isRegistered);

/** Devices in the order that they are kept in, whatever order they come in. */
export const inOrder = ({ devices, tokens }: UserDevices): UserDevices => ({
  devices: devices.toSorted((a, b) => a.id - b.id),
  tokens: tokens.toSorted(
    (a, b) => a.addedAt - b.addedAt || compare(a.service, b.service) || compare(a.token, b.token),
  ),
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What tells an address from a user's others. */
export const addressOf = ({ service, token }: PushToken): Pick<PushToken, "service" | "token"> => ({
  service,
  token,
});

/** APNs tokens are hexadecimal, in whatever case. */
export const isSameToken = (
  a: Pick<PushToken, "service" | "token">,
  b: Pick<PushToken, "service" | "token">,
): boolean =>
  a.service === b.service &&
  (a.service === "apns" ? a.token.toLowerCase() === b.token.toLowerCase() : a.token === b.token);
