import { noActivity } from "../../../application/channels/channel-activity";
import type { Channel } from "../../../domain/channel";
import { canSeeChannel } from "../../../domain/channel-access";
import type { ChannelHistory } from "../../../domain/channel-event";
import type { DefaultChannelGroup } from "../../../domain/default-channel-group";
import type { LoggedEvent, RealmEvent } from "../../../domain/event";
import { groupedBy } from "../../../domain/grouped-by";
import { settingName } from "../../../domain/setting-name";
import type { Subscription, SubscriptionChange } from "../../../domain/subscription";
import { encodeChannel, encodeSubscription, postPolicy } from "./channel";
import { encodeChannelFolder } from "./channel-folder";
import { channelUpdate } from "./channel-update";
import { encodeDefaultChannelGroup } from "./default-channel-group";
import type { EventReader, Word } from "./event-reader";
import { encodePermissions } from "./group-setting";
import { flagsWord } from "./message-event";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

/** A channel that the reader hears of for the first time. */
export const channelAdded = (
  channelId: number,
  history: ChannelHistory | undefined,
  { state }: EventReader,
): readonly Word[] => {
  const channel = state.channels.get(channelId);
  const streams = channel ? [encodeChannel({ channel, ...noActivity, ...history }, state)] : [];
  return [{ category: "channel", body: { type: "stream", op: "create", streams } }];
};

/** A channel that the reader may no longer see, or that went where their client doesn't look. */
export const channelGone = (channelId: number): readonly Word[] => [
  {
    category: "channel",
    body: { type: "stream", op: "delete", streams: [{ stream_id: channelId }], stream_ids: [channelId] },
  },
];

/** Clients that don't know archived channels see them go, and come back. */
export const channelChanged = (event: EventOf<"channel_changed">, reader: EventReader): readonly Word[] => {
  const channel = reader.state.channels.get(event.channelId);
  if (channel === undefined) return [];
  const { isArchived } = event.change;
  if (!reader.presentation.archivedChannels) {
    if (isArchived === true) return channelGone(channel.id);
    if (isArchived === false) return channelAdded(channel.id, undefined, reader);
    if (event.wasArchived) return [];
  }
  return updatesOf(event, channel, reader).map((update) =>
    channelUpdate(channel.id, event.nameBefore, update),
  );
};

/** One word for each property that changed. */
const updatesOf = (
  { change }: EventOf<"channel_changed">,
  channel: Channel,
  { state }: EventReader,
): readonly object[] => {
  const { description, renderedDescription, privacy, historyPublicToSubscribers, permissions, ...plain } =
    change;
  const policy = postPolicy(channel);
  return [
    ...(privacy !== undefined || historyPublicToSubscribers !== undefined
      ? [
          {
            property: "invite_only",
            value: channel.privacy === "private",
            history_public_to_subscribers: channel.historyPublicToSubscribers,
            is_web_public: channel.privacy === "web-public",
          },
        ]
      : []),
    ...(description !== undefined
      ? [{ property: "description", value: description, rendered_description: renderedDescription }]
      : []),
    ...Object.entries(plain).map(([name, value]) => ({ property: settingName(name), value })),
    ...Object.entries(encodePermissions(permissions ?? {}, state)).map(([property, value]) => ({
      property,
      value,
    })),
    ...(permissions?.canSendMessageGroup !== undefined
      ? [
          { property: "stream_post_policy", value: policy },
          { property: "is_announcement_only", value: policy === 2 },
        ]
      : []),
  ];
};

export const channelFoldersSet = ({ folders, change }: EventOf<"channel_folders_set">): readonly Word[] => {
  const word = (op: string, fields: object): readonly Word[] => [
    { category: "channel_folder", body: { type: "channel_folder", op, ...fields } },
  ];
  if (change.op === "reorder") return word("reorder", { order: folders.map(({ id }) => id) });
  const place = folders.findIndex(({ id }) => id === change.folderId);
  const folder = folders[place];
  if (folder === undefined) return [];
  if (change.op === "add") return word("add", { channel_folder: encodeChannelFolder(folder, place) });
  const data = Object.entries(change.change).map(([name, value]) => [settingName(name), value]);
  return word("update", { channel_folder_id: folder.id, data: Object.fromEntries(data) });
};

/** A change of `is_muted` is told under its old name too. API §4.2. */
const propertiesOf = (change: SubscriptionChange): readonly object[] =>
  Object.entries(change).flatMap(([name, value]) => [
    ...(name === "isMuted" ? [{ property: "in_home_view", value: !value }] : []),
    { property: settingName(name), value },
  ]);

export const subscriptionsChanged = ({ changes }: EventOf<"subscriptions_changed">): readonly Word[] =>
  changes.flatMap(({ channelId, change }) =>
    propertiesOf(change).flatMap((property) =>
      subscriptionWord({ op: "update", stream_id: channelId, ...property }),
    ),
  );

export const defaultChannelsWord = (channelIds: readonly number[]): Word => ({
  category: "default_channels",
  body: { type: "default_streams", default_streams: channelIds },
});

export const defaultChannelGroupsWord = (groups: readonly DefaultChannelGroup[]): Word => ({
  category: "default_channel_groups",
  body: { type: "default_stream_groups", default_stream_groups: groups.map(encodeDefaultChannelGroup) },
});

/** Guests, who don't see all channels, are told of none of these. */
export const defaultChannelsSet = (
  { channelIds }: EventOf<"default_channels_set">,
  { user }: EventReader,
): readonly Word[] => (user.role === "guest" ? [] : [defaultChannelsWord(channelIds)]);

/** The same of their groups. */
export const defaultChannelGroupsSet = (
  { groups }: EventOf<"default_channel_groups_set">,
  { user }: EventReader,
): readonly Word[] => (user.role === "guest" ? [] : [defaultChannelGroupsWord(groups)]);

const subscriptionWord = (body: object): readonly Word[] => [
  { category: "subscription", body: { type: "subscription", ...body } },
];

/** Whoever leaves hears that nothing there is left for them to read. */
export const unsubscribed = (event: EventOf<"unsubscribed">, reader: EventReader): readonly Word[] => {
  const { user, state } = reader;
  const others = event.userIds.filter((id) => id !== user.id);
  const peers = peerWords("peer_remove", event.channelIds, others, reader);
  if (others.length === event.userIds.length) return peers;
  const subscriptions = event.channelIds.flatMap((id) => {
    const channel = state.channels.get(id);
    return channel ? [{ stream_id: id, name: channel.name }] : [];
  });
  const unread = event.unread?.[user.id] ?? [];
  return [
    ...subscriptionWord({ op: "remove", subscriptions }),
    ...peers,
    ...(unread.length > 0 ? [flagsWord("add", "read", unread)] : []),
  ];
};

/** Who joined what: asked once for each queue that hears of it. */
interface Joined {
  /** Channels that the same people joined, with who they are. */
  readonly together: readonly {
    readonly channelIds: readonly number[];
    readonly userIds: readonly number[];
  }[];
  readonly subscriptionsOf: ReadonlyMap<number, readonly Subscription[]>;
}

const joinedIn = new WeakMap<EventOf<"subscribed">, Joined>();

const joinedBy = (event: EventOf<"subscribed">): Joined => {
  const known = joinedIn.get(event);
  if (known) return known;
  const subscriptionsOf = groupedBy(event.subscriptions, ({ userId }) => userId);
  const userIdsIn = new Map(
    [...groupedBy(event.subscriptions, ({ channelId }) => channelId)].map(
      ([channelId, own]) => [channelId, [...new Set(own.map(({ userId }) => userId))]] as const,
    ),
  );
  const together = [...groupedBy(userIdsIn, ([, userIds]) => userIds.join())].map(([, same]) => ({
    channelIds: same.map(([channelId]) => channelId),
    userIds: same[0]?.[1] ?? [],
  }));
  const joined = { together, subscriptionsOf };
  joinedIn.set(event, joined);
  return joined;
};

/** Who else came to or left channels, as far as the reader may know of these. */
const peerWords = (
  op: "peer_add" | "peer_remove",
  channelIds: readonly number[],
  userIds: readonly number[],
  { user, state, now }: EventReader,
): readonly Word[] => {
  const visible = channelIds.filter((id) => {
    const channel = state.channels.get(id);
    return channel !== undefined && canSeeChannel(state, user, channel, now);
  });
  return visible.length === 0 || userIds.length === 0
    ? []
    : subscriptionWord({ op, stream_ids: visible, user_ids: userIds });
};

/** Of the channels that the reader joins, they hear with the subscription who else is in them. */
export const subscribed = (event: EventOf<"subscribed">, reader: EventReader): readonly Word[] => {
  const { user, state, presentation } = reader;
  const { together, subscriptionsOf } = joinedBy(event);
  const own = subscriptionsOf.get(user.id) ?? [];
  const ownIds = new Set(own.map(({ channelId }) => channelId));
  const subscriptions = own.flatMap((subscription) => {
    const channel = state.channels.get(subscription.channelId);
    if (channel === undefined) return [];
    const activity = { channel, ...noActivity, ...event.history?.[channel.id] };
    return [encodeSubscription(activity, subscription, state, presentation.includeSubscribers)];
  });
  const others = together.filter(({ channelIds }) => !channelIds.some((id) => ownIds.has(id)));
  return [
    ...(subscriptions.length > 0 ? subscriptionWord({ op: "add", subscriptions }) : []),
    ...others.flatMap(({ channelIds, userIds }) => peerWords("peer_add", channelIds, userIds, reader)),
  ];
};
