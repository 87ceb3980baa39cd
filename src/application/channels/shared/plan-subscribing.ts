import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type Channel, channelLimits } from "../../../domain/channels/channel";
import type { ChannelDraft } from "../../../domain/channels/channel-draft";
import { type ChannelError, channelNotAccessible } from "../../../domain/channels/refusals";
import type { Subscription } from "../../../domain/channels/subscription";
import type { ChannelId, UserId } from "../../../domain/ids";
import { canReadContent, canSeeChannel } from "../../../domain/policy/channel-access";
import { nameKey } from "../../../domain/text/same-name";
import type { User } from "../../../domain/users/user";
import type { Recipient } from "../../access/resolve-recipients";
import type { Transaction } from "../../transaction";
import { checkChannelName } from "./check-channel";
import { checkChannelDraft, type NamedChannel } from "./make-channels";

/** The users to subscribe, and the channels. Channels that do not exist are created. */
export interface SubscribeRequest {
  readonly channels: readonly {
    readonly name: string;
    readonly description: string;
    readonly color?: string;
  }[];
  /** Undefined subscribes only the caller. */
  readonly principals: readonly Recipient[] | undefined;
  /** Properties of the channels to create. */
  readonly draft: ChannelDraft;
  /** Whether the request fails if the caller cannot access one of the channels. */
  readonly authorizationErrorsFatal: boolean;
  /** Whether to post about created channels in the realm's announcement channel. */
  readonly announce: boolean;
  /** Whether to send a direct message to users the caller subscribes. */
  readonly notifySubscribers: boolean;
}

/** Outcome of a subscribe request. */
export interface Subscribed {
  /** Names of channels by user id. */
  readonly subscribed: ReadonlyMap<UserId, readonly string[]>;
  readonly alreadySubscribed: ReadonlyMap<UserId, readonly string[]>;
  /** Names of channels the caller cannot access. */
  readonly unauthorized: readonly string[];
  readonly created: readonly Channel[];
  /** Whether new subscribers got a direct message. False if they were too many, or the caller notifies too often. */
  readonly notifiedSubscribers: boolean;
}

interface WantedChannel extends NamedChannel {
  /** The channel with the name, which the caller may not see. */
  readonly channel: Channel | undefined;
  readonly isSeen: boolean;
}

interface Sorted {
  readonly existing: readonly Channel[];
  readonly missing: readonly NamedChannel[];
  readonly unauthorized: readonly string[];
}

/** Sorts the channels into those the caller can access, those to create, and those they cannot access. */
export const sortChannels = (
  tx: Transaction,
  user: User,
  { channels, draft, authorizationErrorsFatal }: SubscribeRequest,
): E.Either<ChannelError, Sorted> =>
  pipe(
    channels,
    E.traverseArray((channel) => wantedChannel(tx, user, channel)),
    // Users who may create channels learn that the name of a hidden channel is taken. To others it doesn't exist.
    E.map((wanted) => sorted(tx, user, wanted, E.isRight(checkChannelDraft(tx, user, draft)))),
    E.chain((found) => {
      const [first] = found.unauthorized;
      return first !== undefined && authorizationErrorsFatal
        ? E.left(channelNotAccessible(first))
        : E.right(found);
    }),
  );

const wantedChannel = (
  { state, now }: Transaction,
  user: User,
  { name: requestedName, description }: SubscribeRequest["channels"][number],
): E.Either<ChannelError, WantedChannel> => {
  const channel = state.channelByName(requestedName.trim());
  const isSeen = channel !== undefined && canSeeChannel(state, user, channel, now);
  return pipe(
    // A channel keeps a name that was valid once.
    isSeen ? E.right(requestedName.trim()) : checkChannelName(requestedName),
    E.map((name) => ({ name, description, channel, isSeen })),
  );
};

const sorted = (
  { state, now }: Transaction,
  user: User,
  wanted: readonly WantedChannel[],
  mayMake: boolean,
): Sorted => {
  const existing = new Map<ChannelId, Channel>();
  const missing = new Map<string, NamedChannel>();
  const unauthorized: string[] = [];
  for (const { name, description, channel, isSeen } of wanted) {
    if (channel === undefined || (!isSeen && !mayMake)) missing.set(nameKey(name), { name, description });
    else if (canReadContent(state, user, channel, now)) existing.set(channel.id, channel);
    else unauthorized.push(isSeen ? channel.name : name);
  }
  return { existing: [...existing.values()], missing: [...missing.values()], unauthorized };
};

/** Somebody to subscribe, with the channels they aren't in yet. */
export interface NewSubscriber {
  readonly user: User;
  /** Everybody who joins all the channels shares one list, because there may be ten thousand such people. */
  readonly joins: readonly Channel[];
}

/** Splits the wanted subscriptions into new and existing ones. */
export const planJoining = (
  { state }: Transaction,
  channels: readonly Channel[],
  people: readonly User[],
): Pick<Subscribed, "subscribed" | "alreadySubscribed"> & {
  readonly newSubscribers: readonly NewSubscriber[];
} => {
  const subscribed = new Map<UserId, readonly string[]>();
  const alreadySubscribed = new Map<UserId, readonly string[]>();
  const newSubscribers: NewSubscriber[] = [];
  const subscribers = new Map(channels.map((channel) => [channel, state.subscribers(channel.id)]));
  const namesOf = rememberedByList((some) => some.map(({ name }) => name));
  for (const user of people) {
    const joins = someOf(channels, (channel) => !subscribers.get(channel)?.has(user.id));
    const present = joins === channels ? [] : someOf(channels, (channel) => !joins.includes(channel));
    if (joins.length > 0) newSubscribers.push({ user, joins });
    if (joins.length > 0) subscribed.set(user.id, namesOf(joins));
    if (present.length > 0) alreadySubscribed.set(user.id, namesOf(present));
  }
  return { subscribed, alreadySubscribed, newSubscribers };
};

/** The list itself if the condition is true of all. */
const someOf = (channels: readonly Channel[], isWanted: (channel: Channel) => boolean): readonly Channel[] =>
  channels.every(isWanted) ? channels : channels.filter(isWanted);

/** A function of a list that finds each list's result once. */
export const rememberedByList = <A>(
  find: (channels: readonly Channel[]) => A,
): ((channels: readonly Channel[]) => A) => {
  const known = new Map<readonly Channel[], A>();
  return (channels) => {
    const found = known.get(channels) ?? find(channels);
    known.set(channels, found);
    return found;
  };
};

/** Somebody who would be in too many channels. */
export const findFull = (
  { state }: Transaction,
  newSubscribers: readonly { readonly user: User; readonly joins: readonly unknown[] }[],
): User | undefined =>
  newSubscribers.find(({ user, joins }) => {
    const subscriptions = state.subscriptionsOf(user.id);
    const most = channelLimits.subscriptionsOfOne - joins.length;
    return subscriptions.length > most && subscriptions.filter(isActive).length > most;
  })?.user;

const isActive = ({ isActive }: Subscription): boolean => isActive;
