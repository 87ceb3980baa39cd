import type { Notification } from "../../domain/notification";
import type {
  DeviceAddress,
  PushService,
  PushToken,
  RegisteredDevice,
  RegistrationFailure,
} from "../../domain/push-device";
import type { SealedRegistration } from "../../domain/push-event";
import type { User } from "../../domain/user";

/** What is told of a realm beside a notification. */
export interface PushRealm {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly url: string;
}

/** One place that a notification goes to; `key` tells it from the user's others. */
export type PushTarget =
  | { readonly kind: "token"; readonly key: string; readonly token: PushToken }
  | {
      readonly kind: "device";
      readonly key: string;
      readonly service: RegisteredDevice["service"];
      readonly tokenId: string;
      readonly pushKeyId: number;
      /** In base64: what the notification is encrypted with. */
      readonly pushKey: string;
      /** Only where this server is its own relay. */
      readonly address: DeviceAddress | null;
    };

/** A notification for some devices of one user's. */
export interface PushDelivery {
  readonly realm: PushRealm;
  readonly user: User;
  readonly notification: Notification;
  readonly targets: readonly PushTarget[];
}

/**
 * Why a relay didn't do it. `unreachable`: no answer. `broken`: an error of its own, or too much to do. `refused`: it
 * won't for us, until whoever runs this server sees to it.
 */
export interface RelayFailure {
  readonly outcome: "unreachable" | "broken" | "refused";
  /** For the log. */
  readonly detail: string;
  /** How long it asks to be left alone, in milliseconds. */
  readonly retryAfter?: number;
}

/** `unknown`: nobody has this address any more. */
export type PushOutcome = { readonly outcome: "sent" | "unknown" } | RelayFailure;

/** What became of telling the relay of a device. */
export type RegistrationOutcome =
  | { readonly outcome: "registered"; readonly address: DeviceAddress | null }
  | { readonly outcome: "rejected"; readonly failure: RegistrationFailure }
  | RelayFailure;

/** Takes notifications towards devices: to a bouncer, or to the services themselves. Fails with outcomes only. */
export interface PushRelay {
  /** Whose addresses it takes. */
  readonly services: readonly PushService[];
  /** Whether devices can be registered for encrypted notifications with it. */
  readonly takesRegistrations: boolean;
  /** The public key that browsers subscribe with, in base64url; undefined where it doesn't do Web Push. */
  readonly webPushKey: string | undefined;
  /** Sends to each target; the outcomes are in the order of the targets. */
  deliver(delivery: PushDelivery): Promise<readonly PushOutcome[]>;
  /** Learns the address in what a device has encrypted for it. */
  register(
    realm: PushRealm,
    device: {
      readonly service: RegisteredDevice["service"];
      readonly tokenId: string;
      readonly forRelay: SealedRegistration;
    },
  ): Promise<RegistrationOutcome>;
  /** Learns that a user has an address, before anything is sent there. */
  introduce(
    realm: PushRealm,
    userId: number,
    token: Pick<PushToken, "service" | "token" | "appId">,
  ): Promise<PushOutcome>;
  /** Learns that a user has it no more. */
  withdraw(
    realm: PushRealm,
    userId: number,
    token: Pick<PushToken, "service" | "token">,
  ): Promise<PushOutcome>;
  close(): Promise<void>;
}
