import { noActivity } from "../../../application/channel-activity/channel-activity";
import type { Channel } from "../../../domain/channels/channel";
import type { DefaultChannelGroup } from "../../../domain/channels/default-channel-group";
import type { Subscription, SubscriptionChange } from "../../../domain/channels/subscription";
import { groupedBy } from "../../../domain/collections/grouped-by";
import type { ChannelHistory } from "../../../domain/events/channel-event";
import type { LoggedEvent, RealmEvent } from "../../../domain/events/event";
import type { ChannelId, UserId } from "../../../domain/ids";
import { canSeeChannel } from "../../../domain/policy/channel-access";
import { encodeChannel, encodeSubscription, postPolicy } from "../encode/channel";
import { encodeChannelFolder } from "../encode/channel-folder";
import { encodeDefaultChannelGroup } from "../encode/default-channel-group";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { encodePermissions } from "../encode/group-setting";
import { encodeRetentionDays } from "../encode/retention-days";
import { settingName } from "../setting-names";
import { channelUpdate } from "./channel-update";
import { flagsEntry } from "./message-flags-event";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

/** The event for a channel the reader can now see. */
export const channelAdded = (
  channelId: ChannelId,
  history: ChannelHistory | undefined,
  { state }: EventReader,
): readonly EventEntry[] => {
  const channel = state.channels.get(channelId);
  const streams = channel ? [encodeChannel({ channel, ...noActivity, ...history }, state)] : [];
  return [{ category: "channel", body: { type: "stream", op: "create", streams } }];
};

/** The event for a channel the reader can no longer see, or that was archived and their client hides archived ones. */
export const channelGone = (channelId: ChannelId): readonly EventEntry[] => [
  {
    category: "channel",
    body: { type: "stream", op: "delete", streams: [{ stream_id: channelId }], stream_ids: [channelId] },
  },
];

/** Clients that do not know archived channels get them deleted and created instead. */
export const channelChanged = (
  event: EventOf<"channel_changed">,
  reader: EventReader,
): readonly EventEntry[] => {
  const channel = reader.state.channels.get(event.channelId);
  if (channel === undefined) return [];
  const { isArchived } = event.change;
  if (!reader.presentation.archivedChannels) {
    if (isArchived === true) return channelGone(channel.id);
    if (isArchived === false) return channelAdded(channel.id, undefined, reader);
    if (event.wasArchived) return [];
  }
  return propertyUpdates(event, channel, reader).map((update) =>
    channelUpdate(channel.id, event.nameBefore, update),
  );
};

/** One update for each changed property. */
const propertyUpdates = (
  { change }: EventOf<"channel_changed">,
  channel: Channel,
  { state }: EventReader,
): readonly object[] => {
  const {
    description,
    renderedDescription,
    privacy,
    historyPublicToSubscribers,
    messageRetentionDays: days,
    permissions,
    ...plain
  } = change;
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
    ...(days !== undefined ? [{ property: "message_retention_days", value: encodeRetentionDays(days) }] : []),
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

export const channelFoldersSet = ({
  folders,
  change,
}: EventOf<"channel_folders_set">): readonly EventEntry[] => {
  const entry = (op: string, fields: object): readonly EventEntry[] => [
    { category: "channel_folder", body: { type: "channel_folder", op, ...fields } },
  ];
  if (change.op === "reorder") return entry("reorder", { order: folders.map(({ id }) => id) });
  const index = folders.findIndex(({ id }) => id === change.folderId);
  const folder = folders[index];
  if (folder === undefined) return [];
  if (change.op === "add") return entry("add", { channel_folder: encodeChannelFolder(folder, index) });
  const data = Object.entries(change.change).map(([name, value]) => [settingName(name), value]);
  return entry("update", { channel_folder_id: folder.id, data: Object.fromEntries(data) });
};

/** One property for each changed setting; `is_muted` also under its old name. API §4.2. */
const changedProperties = (change: SubscriptionChange): readonly object[] =>
  Object.entries(change).flatMap(([name, value]) => [
    ...(name === "isMuted" ? [{ property: "in_home_view", value: !value }] : []),
    { property: settingName(name), value },
  ]);

export const subscriptionsChanged = ({ changes }: EventOf<"subscriptions_changed">): readonly EventEntry[] =>
  changes.flatMap(({ channelId, change }) =>
    changedProperties(change).flatMap((property) =>
      subscriptionEntry({ op: "update", stream_id: channelId, ...property }),
    ),
  );

export const defaultChannelsEntry = (channelIds: readonly ChannelId[]): EventEntry => ({
  category: "default_channels",
  body: { type: "default_streams", default_streams: channelIds },
});

export const defaultChannelGroupsEntry = (groups: readonly DefaultChannelGroup[]): EventEntry => ({
  category: "default_channel_groups",
  body: { type: "default_stream_groups", default_stream_groups: groups.map(encodeDefaultChannelGroup) },
});

/** Guests get no default channels, since they may not see them. */
export const defaultChannelsSet = (
  { channelIds }: EventOf<"default_channels_set">,
  { user }: EventReader,
): readonly EventEntry[] => (user.role === "guest" ? [] : [defaultChannelsEntry(channelIds)]);

/** Guests get no default channel groups, since they may not see their channels. */
export const defaultChannelGroupsSet = (
  { groups }: EventOf<"default_channel_groups_set">,
  { user }: EventReader,
): readonly EventEntry[] => (user.role === "guest" ? [] : [defaultChannelGroupsEntry(groups)]);

const subscriptionEntry = (body: object): readonly EventEntry[] => [
  { category: "subscription", body: { type: "subscription", ...body } },
];

/** The most channels, and listed subscribers, in one entry about channels that the reader joins: milliseconds of work. */
const mostJoinedAtOnce = 50;
const mostListedAtOnce = 50_000;

/** Channels that the reader joins, with their subscribers: entries of limited size, encoded one by one. */
const joinedEntries = (
  joined: readonly { readonly channel: Channel; readonly subscription: Subscription }[],
  history: EventOf<"subscribed">["history"],
  { state, presentation }: EventReader,
): readonly EventEntry[] => {
  const portions: (typeof joined)[number][][] = [];
  let listed = 0;
  for (const one of joined) {
    const portion = portions.at(-1);
    listed += state.subscribers(one.channel.id).size;
    if (portion && portion.length < mostJoinedAtOnce && listed <= mostListedAtOnce) portion.push(one);
    else {
      portions.push([one]);
      listed = state.subscribers(one.channel.id).size;
    }
  }
  return portions.map((portion) => ({
    category: "subscription",
    body: () => ({
      type: "subscription",
      op: "add",
      subscriptions: portion.map(({ channel, subscription }) =>
        encodeSubscription(
          { channel, ...noActivity, ...history?.[channel.id] },
          subscription,
          state,
          presentation.includeSubscribers,
        ),
      ),
    }),
  }));
};

/** A user who leaves also gets the channel's unread messages marked as read. */
export const unsubscribed = (event: EventOf<"unsubscribed">, reader: EventReader): readonly EventEntry[] => {
  const { user, state } = reader;
  const others = event.userIds.filter((id) => id !== user.id);
  const peers = peerEntries("peer_remove", event.channelIds, others, reader);
  if (others.length === event.userIds.length) return peers;
  const subscriptions = event.channelIds.flatMap((id) => {
    const channel = state.channels.get(id);
    return channel ? [{ stream_id: id, name: channel.name }] : [];
  });
  const unread = event.unread?.[user.id] ?? [];
  return [
    ...subscriptionEntry({ op: "remove", subscriptions }),
    ...peers,
    ...(unread.length > 0 ? [flagsEntry("add", "read", unread)] : []),
  ];
};

/** An event's subscriptions, sorted. Cached, since each queue that gets the event needs it. */
interface Joined {
  /** Channels joined by the same users, together with those users. */
  readonly together: readonly {
    readonly channelIds: readonly ChannelId[];
    readonly userIds: readonly UserId[];
  }[];
  readonly subscriptionsOf: ReadonlyMap<UserId, readonly Subscription[]>;
}

const cachedJoined = new WeakMap<EventOf<"subscribed">, Joined>();

const sortJoined = (event: EventOf<"subscribed">): Joined => {
  const cached = cachedJoined.get(event);
  if (cached) return cached;
  const subscriptionsOf = groupedBy(event.subscriptions, ({ userId }) => userId);
  const userIdsIn = new Map(
    [...groupedBy(event.subscriptions, ({ channelId }) => channelId)].map(
      ([channelId, list]) => [channelId, [...new Set(list.map(({ userId }) => userId))]] as const,
    ),
  );
  const together = [...groupedBy(userIdsIn, ([, userIds]) => userIds.join())].map(([, same]) => ({
    channelIds: same.map(([channelId]) => channelId),
    userIds: same[0]?.[1] ?? [],
  }));
  const joined = { together, subscriptionsOf };
  cachedJoined.set(event, joined);
  return joined;
};

/** Events for other users joining or leaving channels that the reader can see. */
const peerEntries = (
  op: "peer_add" | "peer_remove",
  channelIds: readonly ChannelId[],
  userIds: readonly UserId[],
  { user, state, now }: EventReader,
): readonly EventEntry[] => {
  const visible = channelIds.filter((id) => {
    const channel = state.channels.get(id);
    return channel !== undefined && canSeeChannel(state, user, channel, now);
  });
  return visible.length === 0 || userIds.length === 0
    ? []
    : subscriptionEntry({ op, stream_ids: visible, user_ids: userIds });
};

/** Channels the reader joins come with their subscribers, so those need no peer events. */
export const subscribed = (event: EventOf<"subscribed">, reader: EventReader): readonly EventEntry[] => {
  const { user, state } = reader;
  const { together, subscriptionsOf } = sortJoined(event);
  const readerJoins = subscriptionsOf.get(user.id) ?? [];
  const joinedIds = new Set(readerJoins.map(({ channelId }) => channelId));
  const joined = readerJoins.flatMap((subscription) => {
    const channel = state.channels.get(subscription.channelId);
    return channel === undefined ? [] : [{ channel, subscription }];
  });
  const others = together.filter(({ channelIds }) => !channelIds.some((id) => joinedIds.has(id)));
  return [
    ...joinedEntries(joined, event.history, reader),
    ...others.flatMap(({ channelIds, userIds }) => peerEntries("peer_add", channelIds, userIds, reader)),
  ];
};
