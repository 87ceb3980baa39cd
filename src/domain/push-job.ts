import type { PushTrigger } from "./notification-policy";
import type { ClientDevice, PushToken } from "./push-device";
import type { SealedRegistration } from "./push-event";

/** Something to be done for one user's devices. Names no content: that is read when it is sent. */
export type PushJob = { readonly userId: number } & (
  | {
      readonly kind: "message";
      readonly messageId: number;
      readonly trigger: PushTrigger;
      /** Whether it was put off because the user was here: then it is sent only if they are gone without reading. */
      readonly onlyIfAway: boolean;
      /** The devices that still wait for it, by key; absent at first: then it is for all. */
      readonly waiting?: readonly string[];
    }
  | {
      /** The messages are to be shown no more. */
      readonly kind: "removal";
      readonly messageIds: readonly number[];
      readonly waiting?: readonly string[];
    }
  | {
      /** The relay is to learn a device's address. */
      readonly kind: "registration";
      readonly deviceId: number;
      readonly tokenId: string;
      readonly service: NonNullable<ClientDevice["service"]>;
      readonly forRelay: SealedRegistration;
      /** Unix milliseconds. */
      readonly askedAt: number;
    }
  /** The relay is to know that the user has an address, or has it no more. */
  | { readonly kind: "introduction"; readonly token: Pick<PushToken, "service" | "token" | "appId"> }
  | { readonly kind: "withdrawal"; readonly token: Pick<PushToken, "service" | "token"> }
);
