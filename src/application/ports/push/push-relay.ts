import type { PushKeyId, RealmId, UserId } from "../../../domain/ids";
import type { Notification } from "../../../domain/notifications/notification";
import type {
  DeviceAddress,
  PushService,
  PushToken,
  RegisteredDevice,
  RegistrationFailure,
  SealedRegistration,
} from "../../../domain/push/push-device";
import type { User } from "../../../domain/users/user";

/** What the relay receives about a realm along with a notification. */
export interface PushRealm {
  readonly id: RealmId;
  readonly uuid: string;
  readonly name: string;
  readonly url: string;
}

/** One destination of a notification; `key` distinguishes the user's destinations. */
export type PushTarget =
  | { readonly kind: "token"; readonly key: string; readonly token: PushToken }
  | {
      readonly kind: "device";
      readonly key: string;
      readonly service: RegisteredDevice["service"];
      readonly tokenId: string;
      readonly pushKeyId: PushKeyId;
      /** The encryption key of the notification, in base64. */
      readonly pushKey: string;
      /** Set only where this server is its own relay. */
      readonly address: DeviceAddress | null;
    };

/** A notification for some devices of one user. */
export interface PushDelivery {
  readonly realm: PushRealm;
  readonly user: User;
  readonly notification: Notification;
  readonly targets: readonly PushTarget[];
}

/**
 * Why a relay failed. `unreachable`: no answer. `broken`: an internal error or overload. `refused`:
 * permanently, until this server's operator fixes something.
 */
export interface RelayFailure {
  readonly outcome: "unreachable" | "broken" | "refused";
  /** For the log. */
  readonly detail: string;
  /** The pause that it asks for, in milliseconds. */
  readonly retryAfter?: number;
}

/** `unknown`: the address is no longer valid. */
export type PushOutcome = { readonly outcome: "sent" | "unknown" } | RelayFailure;

/** The result of registering a device. */
export type RegistrationOutcome =
  | { readonly outcome: "registered"; readonly address: DeviceAddress | null }
  | { readonly outcome: "rejected"; readonly failure: RegistrationFailure }
  | RelayFailure;

/**
 * Sends notifications to devices: through a bouncer, or directly to the services. Failures are outcomes; it
 * never rejects.
 */
export interface PushRelay {
  /** The services whose addresses it accepts. */
  readonly services: readonly PushService[];
  /** Whether it registers devices for encrypted notifications. */
  readonly takesRegistrations: boolean;
  /** The public key for browsers' subscriptions, in base64url; undefined without Web Push. */
  readonly webPushKey: string | undefined;
  /** Sends to each target; returns the outcomes in the same order. */
  deliver(delivery: PushDelivery): Promise<readonly PushOutcome[]>;
  /** Registers the address that a device has encrypted for it. */
  register(
    realm: PushRealm,
    device: {
      readonly service: RegisteredDevice["service"];
      readonly tokenId: string;
      readonly forRelay: SealedRegistration;
    },
  ): Promise<RegistrationOutcome>;
  /** Registers that a user has an address, before anything is sent there. */
  introduce(
    realm: PushRealm,
    userId: UserId,
    token: Pick<PushToken, "service" | "token" | "appId">,
  ): Promise<PushOutcome>;
  /** Unregisters an address of a user. */
  withdraw(
    realm: PushRealm,
    userId: UserId,
    token: Pick<PushToken, "service" | "token">,
  ): Promise<PushOutcome>;
  close(): Promise<void>;
}
