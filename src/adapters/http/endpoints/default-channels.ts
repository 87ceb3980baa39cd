import { addDefaultChannel, removeDefaultChannel } from "../../../application/channels/default-channels";
import { channelId } from "../codecs/naming";
import { required } from "../codecs/parameter";
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

export const defaultChannelEndpoints = [addDefaultChannelEndpoint, removeDefaultChannelEndpoint];
