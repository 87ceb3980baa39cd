import * as t from "io-ts";
import {
  changeDefaultChannelGroup,
  createDefaultChannelGroup,
  removeDefaultChannelGroup,
  updateDefaultChannelGroup,
} from "../../../application/channels/default-channel-groups";
import { addDefaultChannel, removeDefaultChannel } from "../../../application/channels/default-channels";
import { channelId } from "../codecs/naming";
import { optional, required } from "../codecs/parameter";
import { json, nat, oneOf, text, upTo } from "../codecs/wire-type";
import { done, endpoint } from "../endpoint";

const addDefaultChannelEndpoint = endpoint({
  method: "post",
  at: "/default_streams",
  caller: "user",
  summary: "Make new members subscribers of a channel. Administrators only",
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
  summary: "Make new members subscribers of a channel no longer. Administrators only",
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
  summary: "Make a group of channels that people may choose when they join. Administrators only",
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
  summary: "Rename such a group, or describe it anew. Administrators only",
  path: { group_id: required(nat) },
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
  summary: "Add channels to such a group, or take them out. Administrators only",
  path: { group_id: required(nat) },
  params: { op: required(oneOf("add", "remove")), stream_names: names },
  response: {},
  use: changeDefaultChannelGroup,
  run: (changeDefaultChannelGroup, { caller }, { group_id, op, stream_names }) =>
    done(changeDefaultChannelGroup(caller, group_id, op, stream_names)),
});

const removeGroupEndpoint = endpoint({
  method: "delete",
  at: "/default_stream_groups/{group_id}",
  caller: "user",
  summary: "Remove such a group; its channels stay. Administrators only",
  path: { group_id: required(nat) },
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
