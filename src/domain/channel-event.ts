import type { Channel, ChannelPermissions } from "./channel";
import type { ChannelFolder } from "./channel-folder";
import type { DefaultChannelGroup } from "./default-channel-group";
import { ofFamily } from "./event-family";
import type { Subscription, SubscriptionChange } from "./subscription";

/** What a channel's messages tell of it. */
export interface ChannelHistory {
  readonly firstMessageId: number;
  readonly isRecentlyActive: boolean;
}

/** Parts of a channel that its administrators change. */
export interface ChannelChange
  extends Partial<
    Pick<
      Channel,
      | "name"
      | "description"
      | "renderedDescription"
      | "privacy"
      | "historyPublicToSubscribers"
      | "isArchived"
      | "messageRetentionDays"
      | "topicsPolicy"
      | "folderId"
      | "defaultPushNotifications"
      | "isRecentlyActive"
    >
  > {
  readonly permissions?: Partial<ChannelPermissions>;
}

/** What was done to the list of folders. */
type FolderChange =
  | { readonly op: "add"; readonly folderId: number }
  | {
      readonly op: "update";
      readonly folderId: number;
      readonly change: Partial<ChannelFolder>;
    }
  | { readonly op: "reorder" };

/** A change of channels and of how people have them, in the past tense. */
export type ChannelEvent =
  | { readonly type: "channel_created"; readonly channel: Channel }
  | {
      readonly type: "channel_changed";
      readonly channelId: number;
      /** Clients look a channel up by the name it had. */
      readonly nameBefore: string;
      /** Whether it was archived before: some clients don't know of it then. */
      readonly wasArchived: boolean;
      readonly change: ChannelChange;
    }
  | { readonly type: "default_channels_set"; readonly channelIds: readonly number[] }
  | {
      readonly type: "default_channel_groups_set";
      /** All of them, in the order of their making. */
      readonly groups: readonly DefaultChannelGroup[];
    }
  | {
      readonly type: "channel_folders_set";
      /** All of them, in their order. */
      readonly folders: readonly ChannelFolder[];
      readonly change: FolderChange;
    }
  /** The users could not see the channel and now may. Comes before what they then learn of it. */
  | {
      readonly type: "channel_revealed";
      readonly channelId: number;
      readonly userIds: readonly number[];
      readonly history?: ChannelHistory;
    }
  /** The users could see the channel and no longer may. */
  | { readonly type: "channel_hidden"; readonly channelId: number; readonly userIds: readonly number[] }
  | {
      readonly type: "subscribed";
      readonly subscriptions: readonly Subscription[];
      /** Messages from this id on reach them. */
      readonly firstMessageId: number;
      /** By channel id, for the channels that had messages already. */
      readonly history?: Readonly<Record<string, ChannelHistory>>;
    }
  | {
      readonly type: "unsubscribed";
      readonly channelIds: readonly number[];
      readonly userIds: readonly number[];
      /** Messages from this id on don't reach them, and those before it count as read. */
      readonly firstMessageId: number;
      /** What they had not read, by user id; told of a few people only. */
      readonly unread?: Readonly<Record<string, readonly number[]>>;
    }
  | {
      readonly type: "subscriptions_changed";
      readonly userId: number;
      readonly changes: readonly { readonly channelId: number; readonly change: SubscriptionChange }[];
    };

/** Whether the event is about channels, or how people have them. */
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
