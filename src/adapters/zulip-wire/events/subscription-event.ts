import { noActivity } from "../../../application/channel-activity/channel-activity";
import type { Channel } from "../../../domain/channels/channel";
import type { Subscription, SubscriptionChange } from "../../../domain/channels/subscription";
import { groupedBy } from "../../../domain/collections/grouped-by";
import type { LoggedEvent, RealmEvent } from "../../../domain/events/event";
import type { ChannelId, UserId } from "../../../domain/ids";
import { subscriptionJson } from "../encode/channel";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { viewOf } from "../encode/visible-members";
import { settingName } from "../setting-names";
import { idsWithout, subscribersJson } from "./id-lists";
import { flagsEntry } from "./message-flags-event";
import { seenChannels } from "./seen-channels";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

const subscriptionEntry = (body: object): readonly EventEntry[] => [
  { category: "subscription", body: { type: "subscription", ...body } },
];

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

/** The most channels, and listed subscribers, in one entry about channels that the reader joins: milliseconds of work. */
const mostJoinedAtOnce = 50;
const mostListedAtOnce = 50_000;

/** Channels that the reader joins, with their subscribers: entries of limited size, encoded one by one. */
const joinedEntries = (
  joined: readonly { readonly channel: Channel; readonly subscription: Subscription }[],
  history: EventOf<"subscribed">["history"],
  { state, user, now, presentation }: EventReader,
): readonly EventEntry[] => {
  const view = viewOf(state, user, now);
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
  const jsonOf = ({ channel, subscription }: (typeof joined)[number]): string => {
    const text = subscriptionJson(
      { channel, ...noActivity, ...history?.[channel.id] },
      subscription,
      view,
      false,
    );
    if (!presentation.includeSubscribers) return text;
    return `${text.slice(0, -1)},"subscribers":${subscribersJson(state.subscribers(channel.id))}}`;
  };
  return portions.map((portion) => ({
    category: "subscription",
    body: () => `{"type":"subscription","op":"add","subscriptions":[${portion.map(jsonOf).join()}]}`,
  }));
};

/** A user who leaves also gets the channel's unread messages marked as read. */
export const unsubscribed = (event: EventOf<"unsubscribed">, reader: EventReader): readonly EventEntry[] => {
  const { user, state } = reader;
  const { channelIds, userIds } = event;
  if (!userIds.includes(user.id)) return peerEntries("peer_remove", channelIds, userIds, reader);
  const peers = userIds.length === 1 ? [] : peerEntries("peer_remove", channelIds, userIds, reader);
  const subscriptions = channelIds.flatMap((id) => {
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
  readonly channelIds: readonly ChannelId[];
  /** Channels joined by the same users, together with those users. */
  readonly together: readonly {
    readonly channelIds: readonly ChannelId[];
    readonly userIds: readonly UserId[];
  }[];
  readonly subscriptionsOf: ReadonlyMap<UserId, readonly Subscription[]>;
}

const cachedJoined = new WeakMap<EventOf<"subscribed">, Joined>();

export const sortJoined = (event: EventOf<"subscribed">): Joined => {
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
  const joined = { channelIds: [...userIdsIn.keys()], together, subscriptionsOf };
  cachedJoined.set(event, joined);
  return joined;
};

/** Events for other users joining or leaving channels that the reader can see. */
const peerEntries = (
  op: "peer_add" | "peer_remove",
  channelIds: readonly ChannelId[],
  userIds: readonly UserId[],
  reader: EventReader,
): readonly EventEntry[] => {
  const visible = seenChannels(channelIds, reader);
  if (visible.length === 0 || userIds.length === 0) return [];
  const body = (): string =>
    `{"type":"subscription","op":"${op}","stream_ids":[${visible}],"user_ids":${idsWithout(userIds, reader.user.id)}}`;
  return [{ category: "subscription", body }];
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
