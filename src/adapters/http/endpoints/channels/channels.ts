import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { archiveChannel } from "../../../../application/channels/archive-channel";
import { createChannel } from "../../../../application/channels/create-channel";
import { fetchChannel } from "../../../../application/channels/fetch-channel";
import { findChannelAddress } from "../../../../application/channels/find-channel-address";
import { findChannelId } from "../../../../application/channels/find-channel-id";
import { listChannels } from "../../../../application/channels/list-channels";
import { updateChannel } from "../../../../application/channels/update-channel";
import {
  type ChannelPermission,
  channelLimits,
  channelPermissions,
} from "../../../../domain/channels/channel";
import type { GroupSettingUpdate } from "../../../../domain/groups/group-setting";
import {
  decodeChannelDraft,
  draftParameters,
  folderOrNone,
  topicsPolicy,
} from "../../../zulip-wire/codecs/channel-draft";
import { channelId, channelName, userId, userIds } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import {
  groupSettingUpdate,
  permissionParameters,
  permissionsIn,
  retentionDays,
} from "../../../zulip-wire/codecs/settings";
import { bool, rawText, text, textUpTo } from "../../../zulip-wire/codecs/wire-type";
import { encodeChannel } from "../../../zulip-wire/encode/channel";
import { viewOf } from "../../../zulip-wire/encode/visible-members";
import { JsonList } from "../../../zulip-wire/json";
import { done, endpoint } from "../../declaration/endpoint";

const channelSchema = { type: "object", description: "A channel, §2.3" };
const channelPath = { stream_id: required(channelId) };

const listChannelsEndpoint = endpoint({
  method: "get",
  at: "/streams",
  section: "4.11",
  caller: "user",
  summary: "List channels",
  path: {},
  params: {
    include_public: withDefault(bool, true),
    include_web_public: withDefault(bool, false),
    include_subscribed: withDefault(bool, true),
    exclude_archived: withDefault(bool, true),
    include_all: withDefault(bool, false),
    include_all_active: withDefault(bool, false),
    include_default: withDefault(bool, false),
    include_owner_subscribed: withDefault(bool, false),
    include_can_access_content: withDefault(bool, false),
  },
  response: { streams: { type: "array", items: channelSchema } },
  use: listChannels,
  run: (listChannels, context, input) =>
    pipe(
      listChannels(context.caller, {
        public: input.include_public,
        webPublic: input.include_web_public,
        subscribed: input.include_subscribed,
        excludeArchived: input.exclude_archived,
        all: input.include_all,
        allActive: input.include_all_active,
        default: input.include_default,
        ownerSubscribed: input.include_owner_subscribed,
        canAccessContent: input.include_can_access_content,
      }),
      TE.map(({ state, user, channels }) => {
        const view = viewOf(state, user, context.now());
        return {
          streams: new JsonList(channels, (activity) => ({
            ...encodeChannel(activity, view),
            ...(input.include_default && { is_default: state.defaultChannels.has(activity.channel.id) }),
          })),
        };
      }),
    ),
});

const fetchChannelEndpoint = endpoint({
  method: "get",
  at: "/streams/{stream_id}",
  caller: "user",
  summary: "Get a channel",
  path: channelPath,
  params: {},
  response: { stream: channelSchema },
  use: fetchChannel,
  run: (fetchChannel, context, { stream_id }) =>
    pipe(
      fetchChannel(context.caller, stream_id),
      TE.map(({ state, user, activity }) => ({
        stream: encodeChannel(activity, viewOf(state, user, context.now())),
      })),
    ),
});

const findChannelIdEndpoint = endpoint({
  method: "get",
  at: "/get_stream_id",
  caller: "user",
  summary: "Get a channel's id by its name",
  path: {},
  params: { stream: required(channelName) },
  response: { stream_id: { type: "integer" } },
  use: findChannelId,
  run: (findChannelId, { caller }, { stream }) =>
    pipe(
      findChannelId(caller, stream),
      TE.map((id) => ({ stream_id: id })),
    ),
});

const createChannelEndpoint = endpoint({
  method: "post",
  at: "/channels/create",
  caller: "user",
  cost: "bulk",
  summary: "Create a channel",
  path: {},
  params: {
    name: required(rawText),
    description: withDefault(text, ""),
    subscribers: withDefault(userIds, []),
    // Has no effect: subscribers of a new channel are never notified, as in Zulip.
    send_new_subscription_messages: withDefault(bool, true),
    ...draftParameters,
  },
  response: { id: { type: "integer" } },
  use: createChannel,
  run: (createChannel, { caller }, input) =>
    pipe(
      decodeChannelDraft(input),
      TE.fromEither,
      TE.chainW((draft) =>
        createChannel(caller, {
          name: input.name,
          description: input.description,
          subscriberIds: input.subscribers,
          draft,
          announce: input.announce,
        }),
      ),
      TE.map((id) => ({ id })),
    ),
});

const updateChannelEndpoint = endpoint({
  method: "patch",
  at: "/streams/{stream_id}",
  caller: "user",
  summary: "Change a channel's settings. Channel administrators only",
  path: channelPath,
  params: {
    new_name: optional(rawText),
    description: optional(textUpTo(channelLimits.descriptionLength)),
    is_private: optional(bool),
    is_web_public: optional(bool),
    history_public_to_subscribers: optional(bool),
    is_default_stream: optional(bool),
    is_archived: optional(bool),
    message_retention_days: optional(retentionDays),
    topics_policy: optional(topicsPolicy),
    folder_id: optional(folderOrNone),
    default_push_notifications: optional(bool),
    ...permissionParameters(channelPermissions, groupSettingUpdate),
  },
  response: {},
  use: updateChannel,
  run: (updateChannel, { caller }, input) =>
    done(
      updateChannel(caller, {
        channelId: input.stream_id,
        name: input.new_name,
        description: input.description,
        isPrivate: input.is_private,
        isWebPublic: input.is_web_public,
        historyPublicToSubscribers: input.history_public_to_subscribers,
        isDefault: input.is_default_stream,
        isArchived: input.is_archived,
        messageRetentionDays: input.message_retention_days,
        topicsPolicy: input.topics_policy,
        folderId: input.folder_id,
        defaultPushNotifications: input.default_push_notifications,
        permissions: permissionsIn<ChannelPermission, GroupSettingUpdate>(channelPermissions, input),
      }),
    ),
});

const archiveChannelEndpoint = endpoint({
  method: "delete",
  at: "/streams/{stream_id}",
  caller: "user",
  cost: "bulk",
  summary: "Archive a channel. Channel administrators only",
  path: channelPath,
  params: {},
  response: {},
  use: archiveChannel,
  run: (archiveChannel, { caller }, { stream_id }) => done(archiveChannel(caller, stream_id)),
});

const findChannelAddressEndpoint = endpoint({
  method: "get",
  at: "/streams/{stream_id}/email_address",
  caller: "user",
  summary: "Get the email address for posting to a channel",
  path: channelPath,
  params: { sender_id: optional(userId) },
  response: { email: { type: "string" } },
  use: findChannelAddress,
  run: (findChannelAddress, { caller }, { stream_id, sender_id }) =>
    pipe(
      findChannelAddress(caller, stream_id, sender_id),
      TE.map((email) => ({ email })),
    ),
});

export const channelEndpoints = [
  listChannelsEndpoint,
  fetchChannelEndpoint,
  findChannelIdEndpoint,
  createChannelEndpoint,
  updateChannelEndpoint,
  archiveChannelEndpoint,
  findChannelAddressEndpoint,
];
