import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { listUserChannels } from "../../../../application/channels/list-user-channels";
import { userId } from "../../../zulip-wire/codecs/named-parameters";
import { required } from "../../../zulip-wire/codecs/parameter";
import { endpoint } from "../../declaration/endpoint";

const listUserChannelsEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}/channels",
  caller: "user",
  summary: "List the channels a user is subscribed to and the caller can see",
  path: { user_id: required(userId) },
  params: {},
  response: { subscribed_channel_ids: { type: "array", items: { type: "integer" } } },
  use: listUserChannels,
  run: (listUserChannels, { caller }, { user_id }) =>
    pipe(
      listUserChannels(caller, user_id),
      TE.map((channelIds) => ({ subscribed_channel_ids: channelIds })),
    ),
});

export const userChannelEndpoints = [listUserChannelsEndpoint];
