import type { GroupId, MessageId, UserId } from "../ids";
import type { Message } from "../messages/message";
import type { User } from "../users/user";
import type { PushTrigger } from "./notification-policy";

/** A push notification, before it is encoded for each device. */
export type Notification =
  | {
      readonly kind: "message";
      readonly message: Message;
      readonly trigger: PushTrigger;
      readonly sender: User;
      /** Whether the reader may see the sender's name. */
      readonly isSenderKnown: boolean;
      /** Undefined for a direct message. */
      readonly channelName: string | undefined;
      /** Names of a direct conversation's participants by id; empty for a channel message. */
      readonly participants: ReadonlyMap<UserId, string>;
      /** The mentioned group, if a group mention and not a mention by name is the reason. */
      readonly mentionedGroup: { readonly id: GroupId; readonly name: string } | undefined;
    }
  /** Withdraws notifications of messages that were read elsewhere or deleted. */
  | { readonly kind: "removal"; readonly messageIds: readonly MessageId[] }
  | { readonly kind: "test" /** Unix seconds. */; readonly at: number };

/** Most ids in one removal. Push services take 4 KB, and the newest messages matter most. */
export const maxRemovedIds = 200;
