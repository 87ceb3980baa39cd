import { map } from "fp-ts/TaskEither";
import type { ChannelList } from "../../../application/channels/list-channels";
import { required, withDefault } from "../codecs/parameter";
import { bool, text } from "../codecs/wire-type";
import { encodeChannel } from "../encode/channel";
import { endpoint } from "../endpoint";

export const listChannels = endpoint({
  method: "get",
  at: "/streams",
  section: "4.11",
  caller: "user",
  summary: "List channels",
  path: {},
  params: {
    include_public: withDefault(bool, true),
    include_web_public: withDefault(bool, false),
    include_subscribed: withDefault(bool, true),
    exclude_archived: withDefault(bool, true),
    include_all: withDefault(bool, false),
    include_all_active: withDefault(bool, false),
    include_default: withDefault(bool, false),
    include_owner_subscribed: withDefault(bool, false),
    include_can_access_content: withDefault(bool, false),
  },
  response: { streams: { type: "array", items: { type: "object", description: "A channel, §2.3" } } },
  run: (app, { caller }, given) =>
    map(({ state, channels }: ChannelList) => ({
      streams: channels.map((activity) => ({
        ...encodeChannel(activity, state),
        ...(given.include_default && { is_default: state.defaultChannels.has(activity.channel.id) }),
      })),
    }))(
      app.channels.list(caller, {
        public: given.include_public,
        webPublic: given.include_web_public,
        subscribed: given.include_subscribed,
        excludeArchived: given.exclude_archived,
        all: given.include_all,
        allActive: given.include_all_active,
        default: given.include_default,
        ownerSubscribed: given.include_owner_subscribed,
        canAccessContent: given.include_can_access_content,
      }),
    ),
});

export const findChannelId = endpoint({
  method: "get",
  at: "/get_stream_id",
  caller: "user",
  summary: "The id of a channel by its name",
  path: {},
  params: { stream: required(text) },
  response: { stream_id: { type: "integer" } },
  run: (app, { caller }, { stream }) =>
    map((id: number) => ({ stream_id: id }))(app.channels.findId(caller, stream)),
});
