import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { isSubscribed } from "../../../../application/channels/is-subscribed";
import { listSubscribers } from "../../../../application/channels/list-subscribers";
import { channelId, userId } from "../../../zulip-wire/codecs/named-parameters";
import { required } from "../../../zulip-wire/codecs/parameter";
import { endpoint } from "../../declaration/endpoint";

const listSubscribersEndpoint = endpoint({
  method: "get",
  at: "/streams/{stream_id}/members",
  caller: "user",
  summary: "List a channel's subscribers",
  path: { stream_id: required(channelId) },
  params: {},
  response: { subscribers: { type: "array", items: { type: "integer" } } },
  use: listSubscribers,
  run: (listSubscribers, { caller }, { stream_id }) =>
    pipe(
      listSubscribers(caller, stream_id),
      TE.map((subscribers) => ({ subscribers })),
    ),
});

const isSubscribedEndpoint = endpoint({
  method: "get",
  at: "/users/{user_id}/subscriptions/{stream_id}",
  caller: "user",
  summary: "Check whether a user is subscribed to a channel",
  path: { user_id: required(userId), stream_id: required(channelId) },
  params: {},
  response: { is_subscribed: { type: "boolean" } },
  use: isSubscribed,
  run: (isSubscribed, { caller }, { user_id, stream_id }) =>
    pipe(
      isSubscribed(caller, user_id, stream_id),
      TE.map((subscribed) => ({ is_subscribed: subscribed })),
    ),
});

export const subscriberEndpoints = [isSubscribedEndpoint, listSubscribersEndpoint];
