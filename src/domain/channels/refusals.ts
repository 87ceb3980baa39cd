import { type ApiError, badRequest } from "../errors";
import type { ChannelId, DefaultChannelGroupId } from "../ids";
import { channelLimits } from "./channel";
import { defaultChannelGroupLimits } from "./default-channel-group";

export const channelAlreadyExists = (channelName: string) =>
  ({
    code: "CHANNEL_ALREADY_EXISTS",
    message: `Channel '${channelName}' already exists`,
    channelName,
  }) as const satisfies ApiError;

export const cannotAdministerChannel = {
  code: "CANNOT_ADMINISTER_CHANNEL",
  message: "You do not have permission to administer this channel.",
} as const satisfies ApiError;

export const channelContentAccessRequired = badRequest("Channel content access is required.");
export const channelNotAccessible = (name: string) => badRequest(`Unable to access channel (${name}).`);
export const invalidChannelName = (name: string) => badRequest(`Invalid channel name '${name}'`);
export const channelsNotFound = (names: readonly string[]) =>
  badRequest(`Channel(s) (${names.join(", ")}) do not exist`);
export const notSubscribed = (channelId: ChannelId) =>
  badRequest(`Not subscribed to channel ID ${channelId}`);
export const invalidColor = (parameter: string) => badRequest(`${parameter} is not a valid hex color code`);
export const unknownSubscriptionProperty = (property: string) =>
  badRequest(`Unknown subscription property: ${property}`);
export const subscriptionPropertyNotBoolean = (property: string) =>
  badRequest(`${property} is not a boolean`);
export const noSuchSendingBot = badRequest("No such bot");
export const notAuthorizedForQuery = badRequest("User not authorized for this query");

export const channelAlreadyArchived = badRequest("Channel is already deactivated");
export const channelNotArchived = badRequest("Channel is not currently deactivated");
export const archivedChannelWithoutSubscribers = badRequest("Channel is private and have no subscribers");

export const emptyChannelName = badRequest("Channel name can't be empty.");
export const channelNameTooLong = badRequest(
  `Channel name too long (limit: ${channelLimits.nameLength} characters).`,
);
export const channelNameWithNull = (name: string) =>
  badRequest(`Channel name '${name.replaceAll("\0", "")}' contains NULL (0x00) characters.`);
/** `position` counts code points from 1. */
export const invalidChannelNameCharacter = (position: number) =>
  badRequest(`Invalid character in channel name, at position ${position}.`);
export const sameChannelName = badRequest("Channel already has that name.");
export const channelNameTaken = badRequest("Channel name already in use.");

export const contradictoryPrivacy = badRequest("Invalid parameters");
export const moderationChannelNotPrivate = badRequest("Moderation request channel must be private.");
export const webPublicChannelsDisabled = badRequest("Web-public channels are not enabled.");
export const channelHasNamedTopics = badRequest(
  "To enable this configuration, all messages in this channel must be in the general chat topic.",
);

export const tooManyChannelsAtOnce = badRequest(
  `At most ${channelLimits.madeAtOnce} channels can be made at once.`,
);
export const tooManySubscriptionsAtOnce = badRequest(
  `At most ${channelLimits.subscriptionsAtOnce} subscriptions can be made at once.`,
);
export const tooManyUnsubscriptionsAtOnce = badRequest(
  `At most ${channelLimits.subscriptionsAtOnce} subscriptions can be ended at once.`,
);

export const cannotManageDefaultChannels = {
  code: "UNAUTHORIZED_PRINCIPAL",
  message: "You do not have permission to change default channels.",
} as const satisfies ApiError;
export const defaultChannelIsPrivate = badRequest("A default channel cannot be private.");
export const privateChannelAsDefault = badRequest("Private channels cannot be made default.");

export const invalidDefaultGroupName = (name: string) =>
  badRequest(`Invalid default channel group name '${name}'`);
export const defaultGroupNameTooLong = badRequest(
  `Default channel group name too long (limit: ${defaultChannelGroupLimits.nameLength} characters)`,
);
export const defaultGroupNameWithNull = (name: string) =>
  badRequest(`Default channel group name '${name}' contains NULL (0x00) characters.`);
export const defaultGroupNameHasInvalidCharacters = badRequest(
  "Invalid characters in default channel group name!",
);
export const defaultGroupAlreadyExists = (name: string) =>
  badRequest(`Default channel group '${name}' already exists`);
export const noSuchDefaultGroup = (groupId: DefaultChannelGroupId) =>
  badRequest(`Default channel group with id '${groupId}' does not exist.`);
export const sameDefaultGroupName = (name: string) =>
  badRequest(`This default channel group is already named '${name}'`);
export const emptyDefaultGroupUpdate = badRequest('You must pass "new_description" or "new_group_name".');
export const defaultChannelInGroup = (channelName: string, groupName: string) =>
  badRequest(`'${channelName}' is a default channel and cannot be added to '${groupName}'`);
export const channelAlreadyInDefaultGroup = (channelName: string, groupName: string) =>
  badRequest(`Channel '${channelName}' is already present in default channel group '${groupName}'`);
export const channelNotInDefaultGroup = (channelName: string, groupName: string) =>
  badRequest(`Channel '${channelName}' is not present in default channel group '${groupName}'`);

export const invalidFolderId = badRequest("Invalid channel folder ID");
export const emptyFolderName = badRequest("Channel folder name can't be empty.");
/** `position` counts code points from 1. */
export const invalidFolderNameCharacter = (position: number) =>
  badRequest(`Invalid character in channel folder name, at position ${position}.`);
export const folderNameTaken = badRequest("Channel folder name already in use");
export const folderNotEmpty = badRequest(
  "You need to remove all the channels from this folder to archive it.",
);
export const incompleteFolderOrder = badRequest("Invalid order mapping.");

export const noSuchChannelName = (channel: string): ApiError => ({
  code: "CHANNEL_DOES_NOT_EXIST",
  message: `Channel '${channel}' does not exist`,
  channel,
});
export const noSuchChannelId = (channel: number): ApiError => ({
  code: "CHANNEL_DOES_NOT_EXIST",
  message: `Channel with ID '${channel}' does not exist`,
  channel,
});
export const invalidChannelId = badRequest("Invalid channel ID");
export const notAuthorizedToSend = (channelName: string) =>
  badRequest(`Not authorized to send to channel '${channelName}'`);
