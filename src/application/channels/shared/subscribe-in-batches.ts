import { type Either, isLeft, isRight, left, right } from "fp-ts/Either";
import { type CallerError, insufficientPermission, notForGuests } from "../../../domain/caller-refusals";
import { type Channel, channelLimits } from "../../../domain/channels/channel";
import type { ChannelDraft } from "../../../domain/channels/channel-draft";
import {
  type ChannelError,
  channelNotAccessible,
  tooManyChannelsAtOnce,
  tooManySubscriptionsAtOnce,
  tooManySubscriptionsOf,
} from "../../../domain/channels/refusals";
import type { Subscription } from "../../../domain/channels/subscription";
import { groupedBy } from "../../../domain/collections/grouped-by";
import type { ChannelId, UserId } from "../../../domain/ids";
import { canAddSubscribers, canReadContent, canSeeChannel } from "../../../domain/policy/channel-access";
import { settingsToSee } from "../../../domain/policy/channel-viewers";
import { lookOf } from "../../../domain/text/look";
import type { User } from "../../../domain/users/user";
import { findActiveUsers, type Recipient } from "../../access/resolve-recipients";
import { actingAs } from "../../as-caller";
import { type Caller, callerIn } from "../../caller";
import { readHistories } from "../../channel-activity/channel-activity";
import { type Notice, prepareNotice, sendNotice } from "../../notices/notice";
import type { InTransaction, Transaction } from "../../transaction";
import {
  announceChannels,
  createdText,
  postChannelNotices,
  prepareChannelNotices,
  subscribedText,
} from "./channel-notices";
import { checkChannelName, checkMayMake } from "./check-channel";
import { type Joining, joinChannels, splitIntoBatches } from "./join-channels";
import {
  checkDraft,
  makeChannels,
  type NamedChannel,
  type NewChannelError,
  planChannels,
} from "./make-channels";

/** Whom to subscribe to which channels. Channels that do not exist are created. */
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

/** Outcome of a subscribe request with the subscriptions still to be made. */
interface BegunSubscribing extends Subscribed {
  readonly waiting: readonly (readonly Joining[])[];
}

/**
 * Checks the request, creates missing channels and makes the first batch of subscriptions. `subscribeWaiting` makes the
 * others in transactions of their own, so that other changes can go in between.
 */
export const beginSubscribing = async (
  tx: Transaction,
  caller: Caller,
  request: SubscribeRequest,
): Promise<Either<NewChannelError, BegunSubscribing>> => {
  const found = callerIn(tx.state, caller);
  if (isLeft(found)) return found;
  const user = found.right;
  if (user.role === "guest") return left(notForGuests);
  const sorted = sortChannels(tx, user, request);
  if (isLeft(sorted)) return sorted;
  const { existing, missing, unauthorized } = sorted.right;
  const { principals } = request;
  const people = principals === undefined ? right([user]) : findActiveUsers(tx, user, principals);
  if (isLeft(people)) return people;
  if (missing.length > channelLimits.madeAtOnce) return left(tooManyChannelsAtOnce);
  const wantedCount = people.right.length * (existing.length + missing.length);
  if (wantedCount > channelLimits.subscriptionsAtOnce) return left(tooManySubscriptionsAtOnce);
  const forOthers = people.right.some(({ id }) => id !== user.id);
  if (forOthers && existing.some((channel) => !canAddSubscribers(tx.state, user, channel, tx.now)))
    return left(insufficientPermission);

  const history = await readHistories(tx.messages, caller.realmId, existing, tx.now);
  const newChannels = planChannels(tx, user, missing, request.draft);
  if (isLeft(newChannels)) return newChannels;
  const created = newChannels.right;
  const colors = new Map(
    request.channels.flatMap(({ name, color }) => (color ? [[lookOf(name.trim()), color]] : [])),
  );
  const { newSubscribers, ...outcome } = planJoining(tx, [...existing, ...created], people.right);
  const full = findFull(tx, newSubscribers);
  if (full) return left(tooManySubscriptionsOf(full.fullName));
  // Rendered before anything is appended: a run that lacks a text appends nothing.
  const notices = created.map((channel) =>
    prepareChannelNotices(tx, user, channel, [createdText(user, channel)]),
  );
  makeChannels(tx, created, request.draft);
  const colorOf = new Map(
    created.concat(existing).map((channel) => [channel, colors.get(lookOf(channel.name))]),
  );
  const joining = newSubscribers.flatMap(({ user: { id: userId }, joins }) =>
    joins.map((channel) => ({ userId, channelId: channel.id, color: colorOf.get(channel) })),
  );
  const [first = [], ...waiting] = splitIntoBatches(joining, channelLimits.subscriptionsInATurn);
  joinChannels(tx, [...existing, ...created], first, history);
  const receivesIt = people.right.includes(user);
  for (const [index, channel] of created.entries())
    postChannelNotices(tx, user, channel, notices[index] ?? [], { receivesIt });
  if (request.announce) announceChannels(tx, user, created);
  const notifiedSubscribers =
    request.notifySubscribers && (await notifySubscribed(tx, user, newSubscribers, created));
  return right({ ...outcome, unauthorized, created, notifiedSubscribers, waiting });
};

/**
 * Makes the waiting subscriptions, a batch per transaction. Each is judged like the first: the caller's permissions, the
 * channels and the number of somebody's channels may have changed.
 */
export const subscribeWaiting = async (
  { inTransaction }: { readonly inTransaction: InTransaction },
  caller: Caller,
  { waiting, created }: BegunSubscribing,
): Promise<Either<CallerError | ChannelError, void>> => {
  const asMade = new Map(created.map((channel) => [channel.id, channel]));
  for (const batch of waiting) {
    const joined = await inTransaction(
      caller,
      actingAs(caller, async (tx, user): Promise<Either<CallerError | ChannelError, void>> => {
        const { state, now } = tx;
        if (user.role === "guest") return left(notForGuests);
        const joining = batch.filter(({ userId, channelId }) => !state.isSubscribed(userId, channelId));
        const channels = [...new Set(joining.map(({ channelId }) => channelId))].flatMap(
          (id) => state.channels.get(id) ?? [],
        );
        const forOthers = joining.some(({ userId }) => userId !== caller.userId);
        const may = forOthers ? canAddSubscribers : canReadContent;
        const isAllowed = (channel: Channel): boolean =>
          isStillNew(tx, user, channel, asMade.get(channel.id)) || may(state, user, channel, now);
        if (!channels.every(isAllowed)) return left(insufficientPermission);
        const newSubscribers = [...groupedBy(joining, ({ userId }) => userId)].flatMap(([id, joins]) => {
          const newcomer = state.users.get(id);
          return newcomer ? [{ user: newcomer, joins }] : [];
        });
        const full = findFull(tx, newSubscribers);
        if (full) return left(tooManySubscriptionsOf(full.fullName));
        const history = await readHistories(tx.messages, caller.realmId, channels, now);
        joinChannels(tx, channels, joining, history);
        return right(undefined);
      }),
    );
    if (isLeft(joined)) return joined;
  }
  return right(undefined);
};

/**
 * Whether the user may still choose the people of a channel that they just made: it is as they made it, and they could
 * make it now.
 */
const isStillNew = (
  { state, now }: Transaction,
  user: User,
  channel: Channel,
  asMade: Channel | undefined,
): boolean =>
  asMade !== undefined &&
  settingsToSee(asMade) === settingsToSee(channel) &&
  isRight(checkMayMake(state, user, channel.privacy, now));

/** Sorts the channels into those the caller can access, those to create, and those they cannot access. */
const sortChannels = (
  tx: Transaction,
  user: User,
  { channels, draft, authorizationErrorsFatal }: SubscribeRequest,
): Either<ChannelError, { existing: Channel[]; missing: NamedChannel[]; unauthorized: string[] }> => {
  const existing = new Map<ChannelId, Channel>();
  const missing = new Map<string, NamedChannel>();
  const unauthorized: string[] = [];
  // Users who may create channels learn that the name of a hidden channel is taken. To others it doesn't exist.
  const mayMake = isRight(checkDraft(tx, user, draft));
  for (const { name: requestedName, description } of channels) {
    const channel = tx.state.channelByName(requestedName.trim());
    const isSeen = channel !== undefined && canSeeChannel(tx.state, user, channel, tx.now);
    // A channel keeps a name that was valid once.
    const name = isSeen ? right(requestedName.trim()) : checkChannelName(requestedName);
    if (isLeft(name)) return name;
    if (channel === undefined || (!isSeen && !mayMake))
      missing.set(lookOf(name.right), { name: name.right, description });
    else if (canReadContent(tx.state, user, channel, tx.now)) existing.set(channel.id, channel);
    else unauthorized.push(isSeen ? channel.name : name.right);
  }
  const [first] = unauthorized;
  if (first !== undefined && authorizationErrorsFatal) return left(channelNotAccessible(first));
  return right({ existing: [...existing.values()], missing: [...missing.values()], unauthorized });
};

/** Somebody to subscribe, with the channels they aren't in yet. */
interface NewSubscriber {
  readonly user: User;
  /** The same list for all who join all the channels: ten thousand people may. */
  readonly joins: readonly Channel[];
}

/** Splits the wanted subscriptions into new and existing ones. */
const planJoining = (
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

const rememberedByList = <A>(
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
const findFull = (
  { state }: Transaction,
  newSubscribers: readonly { readonly user: User; readonly joins: readonly unknown[] }[],
): User | undefined =>
  newSubscribers.find(({ user, joins }) => {
    const subscriptions = state.subscriptionsOf(user.id);
    const most = channelLimits.subscriptionsOfOne - joins.length;
    return subscriptions.length > most && subscriptions.filter(isActive).length > most;
  })?.user;

const isActive = ({ isActive }: Subscription): boolean => isActive;

/**
 * Sends a direct message to users subscribed by someone else to existing channels. Returns false, and sends none, if
 * they are too many.
 */
const notifySubscribed = async (
  tx: Transaction,
  by: User,
  newSubscribers: readonly NewSubscriber[],
  created: readonly Channel[],
): Promise<boolean> => {
  const existingIn = rememberedByList((joins) => joins.filter((channel) => !created.includes(channel)));
  const notified = newSubscribers.filter(
    ({ user, joins }) => existingIn(joins).length > 0 && user.id !== by.id && user.bot === null,
  );
  if (notified.length > channelLimits.subscriptionMessages) return false;
  // Most users get the same text, so each distinct text is rendered once.
  const prepared = new Map<string, Notice>();
  for (const { user, joins } of notified) {
    const text = subscribedText(by, existingIn(joins));
    const notice = prepared.get(text) ?? prepareNotice(tx, text, by, { channels: created });
    prepared.set(text, notice);
    await sendNotice(tx, user.id, notice);
  }
  return true;
};
