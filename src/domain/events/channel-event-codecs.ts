import * as t from "io-ts";
import { type ChannelFolder, channelFolderCodec } from "../channel-folders/channel-folder";
import {
  type ChannelPermissions,
  channelCodec,
  channelPermissionsCodec,
  loggedChannelCodec,
} from "../channels/channel";
import { defaultChannelGroupCodec } from "../channels/default-channel-group";
import { type SubscriptionChange, subscriptionCodec } from "../channels/subscription";
import { dictionary, entity, listOf, oneOf, optional, partial, some } from "../codec/codec";
import { type Member, tagged } from "../codec/tagged";
import { compactIdsCodec } from "../collections/compact-ids";
import { channelIdCodec, folderIdCodec, messageIdCodec, userIdCodec } from "../ids";
import type { ChannelChange, ChannelEvent, ChannelHistory } from "./channel-event";
import { eventCodecs } from "./event-family";

const historyCodec = entity<ChannelHistory>({ firstMessageId: messageIdCodec, isRecentlyActive: t.boolean });

export const channelChangeCodec = entity<ChannelChange>({
  ...partial(
    some(
      channelCodec.fields,
      "name",
      "description",
      "renderedDescription",
      "privacy",
      "historyPublicToSubscribers",
      "isArchived",
      "messageRetentionDays",
      "topicsPolicy",
      "folderId",
      "defaultPushNotifications",
      "isRecentlyActive",
    ),
  ),
  permissions: optional(entity<Partial<ChannelPermissions>>(partial(channelPermissionsCodec.fields))),
});

type FolderChange = Member<ChannelEvent, "type", "channel_folders_set">["change"];

const folderChangeCodec = tagged<FolderChange, "op">("op", {
  add: entity<Member<FolderChange, "op", "add">>({ op: oneOf("add"), folderId: folderIdCodec }),
  update: entity<Member<FolderChange, "op", "update">>({
    op: oneOf("update"),
    folderId: folderIdCodec,
    change: entity<Partial<ChannelFolder>>(partial(channelFolderCodec.fields)),
  }),
  reorder: entity<Member<FolderChange, "op", "reorder">>({ op: oneOf("reorder") }),
});

const { userId: _user, channelId: _channel, isActive: _active, ...personalFields } = subscriptionCodec.fields;
type SubscriptionsChanged = Member<ChannelEvent, "type", "subscriptions_changed">;

/** Codecs of events about channels and subscriptions. */
export const channelEventCodecs = eventCodecs<ChannelEvent>({
  channel_created: { channel: loggedChannelCodec },
  channel_changed: {
    channelId: channelIdCodec,
    nameBefore: t.string,
    wasArchived: t.boolean,
    change: channelChangeCodec,
  },
  default_channels_set: { channelIds: listOf(channelIdCodec) },
  default_channel_groups_set: { groups: listOf(defaultChannelGroupCodec) },
  channel_folders_set: {
    folders: listOf(channelFolderCodec),
    change: folderChangeCodec,
  },
  channel_revealed: {
    channelId: channelIdCodec,
    userIds: compactIdsCodec,
    history: optional(historyCodec),
  },
  channel_hidden: { channelId: channelIdCodec, userIds: compactIdsCodec },
  subscribed: {
    subscriptions: listOf(subscriptionCodec),
    firstMessageId: messageIdCodec,
    history: optional(dictionary(historyCodec)),
  },
  unsubscribed: {
    channelIds: listOf(channelIdCodec),
    userIds: listOf(userIdCodec),
    firstMessageId: messageIdCodec,
    unread: optional(dictionary(listOf(messageIdCodec))),
  },
  subscriptions_changed: {
    userId: userIdCodec,
    changes: listOf(
      entity<SubscriptionsChanged["changes"][number]>({
        channelId: channelIdCodec,
        change: entity<SubscriptionChange>(partial(personalFields)),
      }),
    ),
  },
});
