import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { type ChannelPermission, channelPermissions, topicsPolicies } from "../../../domain/channels/channel";
import type { ChannelDraft } from "../../../domain/channels/channel-draft";
import { type ChannelError, contradictoryPrivacy } from "../../../domain/channels/refusals";
import type { GroupSetting } from "../../../domain/groups/group-setting";
import { type Decoded, optional, withDefault } from "./parameter";
import { groupSetting, permissionParameters, permissionsIn, retentionDays } from "./settings";
import { throughQuotes } from "./user-settings";
import { integer } from "./whole-numbers";
import { bool, json, oneOf } from "./wire-type";

export const topicsPolicy = throughQuotes(oneOf(...topicsPolicies));
/** Null removes a channel from its folder. */
export const folderOrNone = json(t.union([integer, t.null]));

/** Parameters for the properties of a new channel. */
export const draftParameters = {
  invite_only: withDefault(bool, false),
  is_web_public: withDefault(bool, false),
  is_default_stream: withDefault(bool, false),
  history_public_to_subscribers: optional(bool),
  message_retention_days: withDefault(retentionDays, null),
  topics_policy: withDefault(topicsPolicy, "inherit" as const),
  folder_id: withDefault(folderOrNone, null),
  default_push_notifications: withDefault(bool, false),
  announce: withDefault(bool, false),
  ...permissionParameters(channelPermissions, groupSetting),
};

/** The draft in a request. Only private channels can have a protected history. */
export const decodeChannelDraft = (
  input: Decoded<typeof draftParameters>,
): E.Either<ChannelError, ChannelDraft> => {
  if (input.invite_only && input.is_web_public) return E.left(contradictoryPrivacy);
  return E.right({
    privacy: input.is_web_public ? "web-public" : input.invite_only ? "private" : "public",
    historyPublicToSubscribers: !input.invite_only || (input.history_public_to_subscribers ?? false),
    messageRetentionDays: input.message_retention_days,
    topicsPolicy: input.topics_policy,
    folderId: input.folder_id,
    defaultPushNotifications: input.default_push_notifications,
    isDefault: input.is_default_stream,
    permissions: permissionsIn<ChannelPermission, GroupSetting>(channelPermissions, input),
  });
};
