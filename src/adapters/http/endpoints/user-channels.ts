import { map } from "fp-ts/TaskEither";
import { listUserChannels } from "../../../application/channels/list-user-channels";
import { userId } from "../codecs/naming";
import { required } from "../codecs/parameter";
import { endpoint } from "../endpoint";

const listUserChannelsEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}/channels",
  caller: "user",
  summary: "The channels that a user is subscribed to, as far as the caller may know of them",
  path: { user_id: required(userId) },
  params: {},
  response: { subscribed_channel_ids: { type: "array", items: { type: "integer" } } },
  use: listUserChannels,
  run: (listUserChannels, { caller }, { user_id }) =>
    map((channelIds: readonly number[]) => ({ subscribed_channel_ids: channelIds }))(
      listUserChannels(caller, user_id),
    ),
});

export const userChannelEndpoints = [listUserChannelsEndpoint];
