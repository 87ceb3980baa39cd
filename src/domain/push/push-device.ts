import * as t from "io-ts";
import { entity, nullable, oneOf } from "../codec/codec";
import { type DeviceId, deviceIdCodec, type PushKeyId, pushKeyIdCodec } from "../ids";

/** Services that deliver notifications: Apple's, Google's, and Web Push for browsers and UnifiedPush. */
export const pushServices = ["apns", "fcm", "web"] as const;
export type PushService = (typeof pushServices)[number];

/** How a push service addresses a device. */
export interface DeviceAddress {
  /** The token of APNs or FCM; the endpoint of Web Push. */
  readonly token: string;
  /** The app on the device; APNs only. */
  readonly appId: string | null;
}

export const deviceAddressCodec = entity<DeviceAddress>({ token: t.string, appId: nullable(t.string) });

/** The keys of one Web Push subscription, in base64url (RFC 8291). */
export interface WebPushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** A device address that a client registered for notifications the push service can read. API §4.20. */
export interface PushToken extends DeviceAddress {
  readonly service: PushService;
  /** Web Push only. */
  readonly keys: WebPushKeys | null;
  /** Whether the relay knows the address as this user's. Nothing is sent there before. */
  readonly isIntroduced: boolean;
  /** The browser session that registered it, with which it ends; null for a client with an API key. */
  readonly sessionId: string | null;
  /** Unix milliseconds. */
  readonly addedAt: number;
}

export const pushTokenCodec = entity<PushToken>({
  token: t.string,
  appId: nullable(t.string),
  service: oneOf(...pushServices),
  keys: nullable(entity<WebPushKeys>({ p256dh: t.string, auth: t.string })),
  isIntroduced: t.boolean,
  sessionId: nullable(t.string),
  addedAt: t.number,
});

/** Why a device can't be registered for encrypted notifications. */
export type RegistrationFailure = "INVALID_BOUNCER_PUBLIC_KEY" | "REQUEST_EXPIRED" | "BAD_REQUEST";

/** A device that a user is logged in on. It gets encrypted notifications once it is registered. API §4.22. */
export interface ClientDevice {
  readonly id: DeviceId;
  /** The device's id for the key that encrypts its notifications. */
  readonly pushKeyId: PushKeyId | null;
  /** The key itself, sealed: it decrypts the user's notifications. */
  readonly sealedPushKey: string | null;
  readonly service: Exclude<PushService, "web"> | null;
  /** The relay's name for the device's address; null until the relay has registered it. */
  readonly tokenId: string | null;
  /** The id under which the relay is registering an address now. */
  readonly pendingTokenId: string | null;
  /** When the pending id was last set, in Unix seconds. */
  readonly tokenChangedAt: number | null;
  readonly failure: RegistrationFailure | null;
  /** The device's address, sealed; null unless this server is its own relay. */
  readonly sealedAddress: string | null;
  /** The browser session that last registered its key or address, with which it ends; null for a client with an API key. */
  readonly sessionId: string | null;
  /** Unix milliseconds. */
  readonly addedAt: number;
}

export const clientDeviceCodec = entity<ClientDevice>({
  id: deviceIdCodec,
  pushKeyId: nullable(pushKeyIdCodec),
  sealedPushKey: nullable(t.string),
  service: nullable(oneOf("apns", "fcm")),
  tokenId: nullable(t.string),
  pendingTokenId: nullable(t.string),
  tokenChangedAt: nullable(t.number),
  failure: nullable(oneOf("INVALID_BOUNCER_PUBLIC_KEY", "REQUEST_EXPIRED", "BAD_REQUEST")),
  sealedAddress: nullable(t.string),
  sessionId: nullable(t.string),
  addedAt: t.number,
});

/** An unregistered device. `addedAt` is in Unix milliseconds. */
export const newClientDevice = (
  id: DeviceId,
  addedAt: number,
  sessionId: string | null = null,
): ClientDevice => ({
  id,
  addedAt,
  sessionId,
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
  /** Oldest first. */
  readonly tokens: readonly PushToken[];
}

/** A user without devices. */
export const noDevices: UserDevices = { devices: [], tokens: [] };

/** A device that is fully registered. */
export type RegisteredDevice = ClientDevice & {
  readonly [Name in "pushKeyId" | "sealedPushKey" | "service" | "tokenId"]: NonNullable<ClientDevice[Name]>;
};

/** Whether the device is fully registered, so that notifications can be sent to it. */
export const isRegistered = (device: ClientDevice): device is RegisteredDevice =>
  device.tokenId !== null &&
  device.pushKeyId !== null &&
  device.sealedPushKey !== null &&
  device.service !== null;

/** Whether the user has any device that notifications can be sent to. */
export const isReachable = ({ devices, tokens }: UserDevices): boolean =>
  tokens.length > 0 || devices.some(isRegistered);

/** Sorts devices by id and tokens by age: the order does not depend on that of the events. */
export const inOrder = ({ devices, tokens }: UserDevices): UserDevices => ({
  devices: devices.toSorted((a, b) => a.id - b.id),
  tokens: tokens.toSorted(
    (a, b) => a.addedAt - b.addedAt || compare(a.service, b.service) || compare(a.token, b.token),
  ),
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The part of an address that identifies it among a user's. */
export const tokenAddress = ({ service, token }: PushToken): Pick<PushToken, "service" | "token"> => ({
  service,
  token,
});

/** Whether two tokens are equal. APNs tokens are hexadecimal, so that case doesn't matter. */
export const isSameToken = (
  a: Pick<PushToken, "service" | "token">,
  b: Pick<PushToken, "service" | "token">,
): boolean =>
  a.service === b.service &&
  (a.service === "apns" ? a.token.toLowerCase() === b.token.toLowerCase() : a.token === b.token);

/** A device's registration, encrypted so that only the relay learns the address. */
export interface SealedRegistration {
  /** The relay's key that encrypted it. */
  readonly publicKey: string;
  readonly registration: string;
}
