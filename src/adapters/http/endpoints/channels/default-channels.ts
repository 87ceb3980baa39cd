import * as t from "io-ts";
import { addDefaultChannel } from "../../../../application/channels/add-default-channel";
import { changeDefaultGroupChannels } from "../../../../application/channels/change-default-group-channels";
import { createDefaultChannelGroup } from "../../../../application/channels/create-default-channel-group";
import { removeDefaultChannel } from "../../../../application/channels/remove-default-channel";
import { removeDefaultChannelGroup } from "../../../../application/channels/remove-default-channel-group";
import { updateDefaultChannelGroup } from "../../../../application/channels/update-default-channel-group";
import { channelId, defaultChannelGroupId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { json, oneOf, text, upTo } from "../../../zulip-wire/codecs/wire-type";
import { done, endpoint } from "../../declaration/endpoint";

const addDefaultChannelEndpoint = endpoint({
  method: "post",
  at: "/default_streams",
  caller: "user",
  summary: "Subscribe new users to a channel by default. Administrators only",
  path: {},
  params: { stream_id: required(channelId) },
  response: {},
  use: addDefaultChannel,
  run: (addDefaultChannel, { caller }, { stream_id }) => done(addDefaultChannel(caller, stream_id)),
});

const removeDefaultChannelEndpoint = endpoint({
  method: "delete",
  at: "/default_streams",
  caller: "user",
  summary: "Stop subscribing new users to a channel by default. Administrators only",
  path: {},
  params: { stream_id: required(channelId) },
  response: {},
  use: removeDefaultChannel,
  run: (removeDefaultChannel, { caller }, { stream_id }) => done(removeDefaultChannel(caller, stream_id)),
});

const names = required(upTo(10_000, json(t.array(t.string))));

const createGroupEndpoint = endpoint({
  method: "post",
  at: "/default_stream_groups/create",
  caller: "user",
  summary: "Create a group of channels that new users can choose when they join. Administrators only",
  path: {},
  params: { group_name: required(text), description: required(text), stream_names: names },
  response: {},
  use: createDefaultChannelGroup,
  run: (createDefaultChannelGroup, { caller }, { group_name, description, stream_names }) =>
    done(createDefaultChannelGroup(caller, { name: group_name, description, channelNames: stream_names })),
});

const updateGroupEndpoint = endpoint({
  method: "patch",
  at: "/default_stream_groups/{group_id}",
  caller: "user",
  summary: "Change the name or description of a default channel group. Administrators only",
  path: { group_id: required(defaultChannelGroupId) },
  params: { new_group_name: optional(text), new_description: optional(text) },
  response: {},
  use: updateDefaultChannelGroup,
  run: (updateDefaultChannelGroup, { caller }, { group_id, new_group_name, new_description }) =>
    done(updateDefaultChannelGroup(caller, group_id, { name: new_group_name, description: new_description })),
});

const changeGroupEndpoint = endpoint({
  method: "patch",
  at: "/default_stream_groups/{group_id}/streams",
  caller: "user",
  summary: "Add or remove channels of a default channel group. Administrators only",
  path: { group_id: required(defaultChannelGroupId) },
  params: { op: required(oneOf("add", "remove")), stream_names: names },
  response: {},
  use: changeDefaultGroupChannels,
  run: (changeDefaultGroupChannels, { caller }, { group_id, op, stream_names }) =>
    done(changeDefaultGroupChannels(caller, group_id, op, stream_names)),
});

const removeGroupEndpoint = endpoint({
  method: "delete",
  at: "/default_stream_groups/{group_id}",
  caller: "user",
  summary: "Remove a default channel group; its channels stay. Administrators only",
  path: { group_id: required(defaultChannelGroupId) },
  params: {},
  response: {},
  use: removeDefaultChannelGroup,
  run: (removeDefaultChannelGroup, { caller }, { group_id }) =>
    done(removeDefaultChannelGroup(caller, group_id)),
});

export const defaultChannelEndpoints = [
  addDefaultChannelEndpoint,
  removeDefaultChannelEndpoint,
  createGroupEndpoint,
  updateGroupEndpoint,
  changeGroupEndpoint,
  removeGroupEndpoint,
];
