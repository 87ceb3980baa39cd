import type { DeviceId, MessageId, UserId } from "../ids";
import type { PushTrigger } from "../notifications/notification-policy";
import type { ClientDevice, PushToken, SealedRegistration } from "./push-device";

/** Work for one user's devices. It carries no message content: that is read when the job runs. */
export type PushJob = { readonly userId: UserId } & (
  | {
      readonly kind: "message";
      readonly messageId: MessageId;
      readonly trigger: PushTrigger;
      /** Whether the job waited because the user was present. It then sends only if the user left without reading. */
      readonly onlyIfAway: boolean;
      /** Keys of the devices still to be served; absent at first, for all devices. */
      readonly waiting?: readonly string[];
    }
  | {
      /** Removes the notifications of these messages. */
      readonly kind: "removal";
      readonly messageIds: readonly MessageId[];
      readonly waiting?: readonly string[];
    }
  | {
      /** Registers a device's address with the relay. */
      readonly kind: "registration";
      readonly deviceId: DeviceId;
      readonly tokenId: string;
      readonly service: NonNullable<ClientDevice["service"]>;
      readonly forRelay: SealedRegistration;
      /** Unix milliseconds. */
      readonly askedAt: number;
    }
  /** Notifies the relay that the user has an address, or no longer has it. */
  | { readonly kind: "introduction"; readonly token: Pick<PushToken, "service" | "token" | "appId"> }
  | { readonly kind: "withdrawal"; readonly token: Pick<PushToken, "service" | "token"> }
);
