import type { DefaultChannelGroupId } from "../ids";
import { badRequest, type RefusalIn, refusal } from "../refusal";
import { defaultChannelGroupLimits } from "./default-channel-group";

export type DefaultChannelError = RefusalIn<typeof import("./default-channel-refusals")>;

export const cannotManageDefaultChannels = refusal(
  "cannotManageDefaultChannels",
  "UNAUTHORIZED_PRINCIPAL",
  "You do not have permission to change default channels.",
);
export const defaultChannelIsPrivate = badRequest(
  "defaultChannelIsPrivate",
  "A default channel cannot be private.",
);
export const privateChannelAsDefault = badRequest(
  "privateChannelAsDefault",
  "Private channels cannot be made default.",
);
export const invalidDefaultGroupName = (name: string) =>
  badRequest("invalidDefaultGroupName", `Invalid default channel group name '${name}'`);
export const defaultGroupNameTooLong = badRequest(
  "defaultGroupNameTooLong",
  `Default channel group name too long (limit: ${defaultChannelGroupLimits.nameLength} characters)`,
);
export const defaultGroupNameWithNull = (name: string) =>
  badRequest(
    "defaultGroupNameWithNull",
    `Default channel group name '${name}' contains NULL (0x00) characters.`,
  );
export const defaultGroupNameHasInvalidCharacters = badRequest(
  "defaultGroupNameHasInvalidCharacters",
  "Invalid characters in default channel group name!",
);
export const defaultGroupAlreadyExists = (name: string) =>
  badRequest("defaultGroupAlreadyExists", `Default channel group '${name}' already exists`);
export const noSuchDefaultGroup = (groupId: DefaultChannelGroupId) =>
  badRequest("noSuchDefaultGroup", `Default channel group with id '${groupId}' does not exist.`);
export const sameDefaultGroupName = (name: string) =>
  badRequest("sameDefaultGroupName", `This default channel group is already named '${name}'`);
export const emptyDefaultGroupUpdate = badRequest(
  "emptyDefaultGroupUpdate",
  'You must pass "new_description" or "new_group_name".',
);
export const defaultChannelInGroup = (channelName: string, groupName: string) =>
  badRequest(
    "defaultChannelInGroup",
    `'${channelName}' is a default channel and cannot be added to '${groupName}'`,
  );
export const channelAlreadyInDefaultGroup = (channelName: string, groupName: string) =>
  badRequest(
    "channelAlreadyInDefaultGroup",
    `Channel '${channelName}' is already present in default channel group '${groupName}'`,
  );
export const channelNotInDefaultGroup = (channelName: string, groupName: string) =>
  badRequest(
    "channelNotInDefaultGroup",
    `Channel '${channelName}' is not present in default channel group '${groupName}'`,
  );
