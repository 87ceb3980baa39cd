import type { Message } from "./message";
import type { PushTrigger } from "./notification-policy";
import type { User } from "./user";

/** What somebody's devices are told, as far as it is the same for each of them. */
export type Notification =
  | {
      readonly kind: "message";
      readonly message: Message;
      readonly trigger: PushTrigger;
      readonly sender: User;
      /** Whether the reader may know who the sender is. */
      readonly isSenderKnown: boolean;
      /** Undefined for a direct message. */
      readonly channelName: string | undefined;
      /** Names of those in the direct conversation, by id; empty in a channel. */
      readonly participants: ReadonlyMap<number, string>;
      /** The group that was mentioned, where that and no mention by name is why. */
      readonly mentionedGroup: { readonly id: number; readonly name: string } | undefined;
    }
  /** These messages are to be shown no more: they were read elsewhere, or are gone. */
  | { readonly kind: "removal"; readonly messageIds: readonly number[] }
  | { readonly kind: "test" /** Unix seconds. */; readonly at: number };

/** As many ids go into a notification: the services take 4 KB. The newest matter most. */
export const mostRemovedIds = 200;
