import type { ChannelFolder } from "../channel-folders/channel-folder";
import type { Channel, ChannelPermissions } from "../channels/channel";
import type { DefaultChannelGroup } from "../channels/default-channel-group";
import type { Subscription, SubscriptionChange } from "../channels/subscription";
import type { CompactIds } from "../collections/compact-ids";
import type { ChannelId, FolderId, MessageId, UserId } from "../ids";
import { ofFamily } from "./event-family";

/** Facts about a channel that are derived from its messages. */
export interface ChannelHistory {
  readonly firstMessageId: MessageId;
  readonly isRecentlyActive: boolean;
}

/** New values of a channel's properties. */
export interface ChannelChange
  extends Partial<Omit<Channel, "id" | "conversationId" | "creatorId" | "createdAt" | "permissions">> {
  readonly permissions?: Partial<ChannelPermissions>;
}

/** The operation behind a new list of folders. */
type FolderChange =
  | { readonly op: "add"; readonly folderId: FolderId }
  | {
      readonly op: "update";
      readonly folderId: FolderId;
      readonly change: Partial<ChannelFolder>;
    }
  | { readonly op: "reorder" };

/** A change to channels or subscriptions, named in the past tense. */
export type ChannelEvent =
  | { readonly type: "channel_created"; readonly channel: Channel }
  | {
      readonly type: "channel_changed";
      readonly channelId: ChannelId;
      /** Clients look the channel up by its previous name. */
      readonly nameBefore: string;
      /** Whether the channel was archived before the change: some clients don't list archived channels. */
      readonly wasArchived: boolean;
      readonly change: ChannelChange;
    }
  | { readonly type: "default_channels_set"; readonly channelIds: readonly ChannelId[] }
  | {
      readonly type: "default_channel_groups_set";
      /** All groups, oldest first. */
      readonly groups: readonly DefaultChannelGroup[];
    }
  | {
      readonly type: "channel_folders_set";
      /** All folders, in display order. */
      readonly folders: readonly ChannelFolder[];
      readonly change: FolderChange;
    }
  /** The users can now see the channel. Precedes the events that only those who see the channel receive. */
  | {
      readonly type: "channel_revealed";
      readonly channelId: ChannelId;
      readonly userIds: CompactIds;
      readonly history?: ChannelHistory;
    }
  /** The users can no longer see the channel. */
  | { readonly type: "channel_hidden"; readonly channelId: ChannelId; readonly userIds: CompactIds }
  | {
      readonly type: "subscribed";
      readonly subscriptions: readonly Subscription[];
      /** The subscribers receive messages from this id on. */
      readonly firstMessageId: MessageId;
      /** By channel id; only channels that already had messages. */
      readonly history?: Readonly<Record<string, ChannelHistory>>;
    }
  | {
      readonly type: "unsubscribed";
      readonly channelIds: readonly ChannelId[];
      readonly userIds: readonly UserId[];
      /** The users no longer receive messages from this id on. Earlier ones count as read. */
      readonly firstMessageId: MessageId;
      /** Ids of unread messages by user id. Absent when many users leave at once. */
      readonly unread?: Readonly<Record<string, readonly MessageId[]>>;
    }
  | {
      readonly type: "subscriptions_changed";
      readonly userId: UserId;
      readonly changes: readonly { readonly channelId: ChannelId; readonly change: SubscriptionChange }[];
    };

/** Whether the event belongs to this family. */
export const isAboutChannels = ofFamily<ChannelEvent>({
  channel_created: true,
  channel_changed: true,
  default_channels_set: true,
  default_channel_groups_set: true,
  channel_folders_set: true,
  channel_revealed: true,
  channel_hidden: true,
  subscribed: true,
  unsubscribed: true,
  subscriptions_changed: true,
});

/** The channel after a change. */
export const channelAfter = (channel: Channel, { permissions, ...change }: ChannelChange): Channel => ({
  ...channel,
  ...change,
  permissions: { ...channel.permissions, ...permissions },
});
