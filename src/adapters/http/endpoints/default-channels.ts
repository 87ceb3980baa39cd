import { addDefaultChannel, removeDefaultChannel } from "../../../application/channels/default-channels";
import { required } from "../codecs/parameter";
import { nat } from "../codecs/wire-type";
import { done, endpoint } from "../endpoint";

const addDefaultChannelEndpoint = endpoint({
  method: "post",
  at: "/default_streams",
  caller: "user",
  summary: "Make new members subscribers of a channel. Administrators only",
  path: {},
  params: { stream_id: required(nat) },
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
  params: { stream_id: required(nat) },
  response: {},
  use: removeDefaultChannel,
  run: (removeDefaultChannel, { caller }, { stream_id }) => done(removeDefaultChannel(caller, stream_id)),
});

export const defaultChannelEndpoints = [addDefaultChannelEndpoint, removeDefaultChannelEndpoint];
