import type { ChannelId } from "../ids";
import { badRequest, type RefusalIn, refusal } from "../refusal";
import { channelLimits } from "./channel";

export type ChannelError = RefusalIn<typeof import("./refusals")>;

export const channelAlreadyExists = (channelName: string) => ({
  ...refusal("channelAlreadyExists", "CHANNEL_ALREADY_EXISTS", `Channel '${channelName}' already exists`),
  channelName,
});

export const cannotAdministerChannel = refusal(
  "cannotAdministerChannel",
  "CANNOT_ADMINISTER_CHANNEL",
  "You do not have permission to administer this channel.",
);

export const channelContentAccessRequired = badRequest(
  "channelContentAccessRequired",
  "Channel content access is required.",
);
export const channelNotAccessible = (name: string) =>
  badRequest("channelNotAccessible", `Unable to access channel (${name}).`);
export const invalidChannelName = (name: string) =>
  badRequest("invalidChannelName", `Invalid channel name '${name}'`);
export const channelsNotFound = (names: readonly string[]) =>
  badRequest("channelsNotFound", `Channel(s) (${names.join(", ")}) do not exist`);
export const notSubscribed = (channelId: ChannelId) =>
  badRequest("notSubscribed", `Not subscribed to channel ID ${channelId}`);
export const invalidColor = (parameter: string) =>
  badRequest("invalidColor", `${parameter} is not a valid hex color code`);
export const unknownSubscriptionProperty = (property: string) =>
  badRequest("unknownSubscriptionProperty", `Unknown subscription property: ${property}`);
export const subscriptionPropertyNotBoolean = (property: string) =>
  badRequest("subscriptionPropertyNotBoolean", `${property} is not a boolean`);
export const notAuthorizedForQuery = badRequest(
  "notAuthorizedForQuery",
  "User not authorized for this query",
);

export const channelAlreadyArchived = badRequest("channelAlreadyArchived", "Channel is already deactivated");
export const channelNotArchived = badRequest("channelNotArchived", "Channel is not currently deactivated");
export const archivedChannelWithoutSubscribers = badRequest(
  "archivedChannelWithoutSubscribers",
  "Channel is private and have no subscribers",
);

export const emptyChannelName = badRequest("emptyChannelName", "Channel name can't be empty.");
export const channelNameTooLong = badRequest(
  "channelNameTooLong",
  `Channel name too long (limit: ${channelLimits.nameLength} characters).`,
);
export const channelNameWithNull = (name: string) =>
  badRequest(
    "channelNameWithNull",
    `Channel name '${name.replaceAll("\0", "")}' contains NULL (0x00) characters.`,
  );
/** `position` counts code points from 1. */
export const invalidChannelNameCharacter = (position: number) =>
  badRequest("invalidChannelNameCharacter", `Invalid character in channel name, at position ${position}.`);
export const sameChannelName = badRequest("sameChannelName", "Channel already has that name.");
export const channelNameTaken = badRequest("channelNameTaken", "Channel name already in use.");

export const contradictoryPrivacy = badRequest("contradictoryPrivacy", "Invalid parameters");
export const moderationChannelNotPrivate = badRequest(
  "moderationChannelNotPrivate",
  "Moderation request channel must be private.",
);
export const webPublicChannelsDisabled = badRequest(
  "webPublicChannelsDisabled",
  "Web-public channels are not enabled.",
);
export const channelHasNamedTopics = badRequest(
  "channelHasNamedTopics",
  "To enable this configuration, all messages in this channel must be in the general chat topic.",
);

export const tooManyChannelsAtOnce = badRequest(
  "tooManyChannelsAtOnce",
  `At most ${channelLimits.madeAtOnce} channels can be made at once.`,
);
export const tooManySubscriptionsAtOnce = badRequest(
  "tooManySubscriptionsAtOnce",
  `At most ${channelLimits.subscriptionsAtOnce} subscriptions can be made at once.`,
);
export const tooManySubscriptionsOf = (fullName: string) =>
  badRequest(
    "tooManySubscriptionsOf",
    `${fullName} can be in at most ${channelLimits.subscriptionsOfOne} channels.`,
  );
export const tooManyUnsubscriptionsAtOnce = badRequest(
  "tooManyUnsubscriptionsAtOnce",
  `At most ${channelLimits.subscriptionsAtOnce} subscriptions can be ended at once.`,
);

export const noSuchChannelName = (channel: string) => ({
  ...refusal("noSuchChannelName", "CHANNEL_DOES_NOT_EXIST", `Channel '${channel}' does not exist`),
  channel,
});
export const noSuchChannelId = (channel: number) => ({
  ...refusal("noSuchChannelId", "CHANNEL_DOES_NOT_EXIST", `Channel with ID '${channel}' does not exist`),
  channel,
});
export const invalidChannelId = badRequest("invalidChannelId", "Invalid channel ID");
export const notAuthorizedToSend = (channelName: string) =>
  badRequest("notAuthorizedToSend", `Not authorized to send to channel '${channelName}'`);
