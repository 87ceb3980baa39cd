import { type Either, isLeft, isRight, left, right } from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { type Channel, channelLimits } from "../../domain/channel";
import { canAddSubscribers, canReadContent, canSeeChannel } from "../../domain/channel-access";
import { type ApiError, badRequest, insufficientPermission, notForGuests } from "../../domain/errors";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import { prepareNotice, sendNotice } from "../messages/notice";
import type { InTransaction, Transaction } from "../transaction";
import { findActiveUsers, type Recipient } from "../users/resolve-recipients";
import { historyOf } from "./channel-activity";
import { announceChannels, createdText, subscribedText, tellChannel } from "./channel-notices";
import { checkChannelName } from "./check-channel";
import { type Joining, joinChannels, turnsOf } from "./join-channels";
import { type ChannelDraft, checkDraft, makeChannels, type NamedChannel } from "./make-channels";

/** Who is to be subscribed to what; channels that aren't there are made. */
export interface SubscribeWanted {
  readonly channels: readonly {
    readonly name: string;
    readonly description: string;
    readonly color?: string;
  }[];
  /** Undefined for the caller alone. */
  readonly principals: readonly Recipient[] | undefined;
  /** How channels are made that don't exist yet. */
  readonly draft: ChannelDraft;
  /** Whether one channel that the caller can't use makes the whole request fail. */
  readonly authorizationErrorsFatal: boolean;
  /** Whether the realm's channel for announcements tells of new channels. */
  readonly announce: boolean;
  /** Whether people learn by a direct message that somebody subscribed them. */
  readonly tellSubscribers: boolean;
}

/** What came of it. */
export interface Subscribed {
  /** Names of channels by user id. */
  readonly subscribed: ReadonlyMap<number, readonly string[]>;
  readonly alreadySubscribed: ReadonlyMap<number, readonly string[]>;
  readonly unauthorized: readonly string[];
  readonly created: readonly Channel[];
  /** False where they were too many to write to each. */
  readonly toldSubscribers: boolean;
}

/** What is decided, and who is yet to be subscribed. */
interface SubscribingBegun extends Subscribed {
  readonly waiting: readonly (readonly Joining[])[];
}

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Subscribes the caller or others to channels, and makes those that don't exist. */
export const subscribe =
  ({ inTransaction }: Ports) =>
  (caller: Caller, wanted: SubscribeWanted): Result<Subscribed> =>
    pipe(
      inTransaction(caller, (tx) => () => beginSubscribing(tx, caller, wanted)),
      TE.chainFirst(subscribeWaiting({ inTransaction }, caller)),
    );

/**
 * Decides who joins what, makes the channels and subscribes the first people. Those who wait are for
 * `subscribeWaiting`: others' changes go between.
 */
export const beginSubscribing = async (
  tx: Transaction,
  caller: Caller,
  wanted: SubscribeWanted,
): Promise<Either<ApiError, SubscribingBegun>> => {
  const found = callerIn(tx.state, caller);
  if (isLeft(found)) return found;
  const user = found.right;
  if (user.role === "guest") return left(notForGuests);
  const sorted = sortChannels(tx, user, wanted);
  if (isLeft(sorted)) return sorted;
  const { existing, missing, unauthorized } = sorted.right;
  const { principals } = wanted;
  const people = principals === undefined ? right([user]) : findActiveUsers(tx, user, principals);
  if (isLeft(people)) return people;
  if (missing.length > channelLimits.madeAtOnce)
    return left(badRequest(`At most ${channelLimits.madeAtOnce} channels can be made at once.`));
  const wantedCount = people.right.length * (existing.length + missing.length);
  if (wantedCount > channelLimits.subscriptionsAtOnce)
    return left(
      badRequest(`At most ${channelLimits.subscriptionsAtOnce} subscriptions can be made at once.`),
    );
  const forOthers = people.right.some(({ id }) => id !== user.id);
  if (forOthers && existing.some((channel) => !canAddSubscribers(tx.state, user, channel, tx.now)))
    return left(insufficientPermission);

  const history = await historyOf(tx.messages, caller.realmId, existing, tx.now);
  const made = makeChannels(tx, user, missing, wanted.draft);
  if (isLeft(made)) return made;
  const created = made.right;
  const colors = new Map(
    wanted.channels.flatMap(({ name, color }) => (color ? [[name.trim().toLowerCase(), color]] : [])),
  );
  const { joining, ...joined } = whoJoins(tx, [...existing, ...created], people.right, colors);
  const [first = [], ...waiting] = turnsOf(joining, channelLimits.subscriptionsInATurn);
  joinChannels(tx, [...existing, ...created], first, history);
  const creatorJoins = people.right.includes(user);
  for (const channel of created)
    tellChannel(tx, channel, [createdText(user, channel)], {
      userId: user.id,
      receivesIt: creatorJoins,
    });
  if (wanted.announce) announceChannels(tx, user, created);
  const toldSubscribers = wanted.tellSubscribers && (await tellPeople(tx, user, joined.subscribed, created));
  return right({ ...joined, unauthorized, created, toldSubscribers, waiting });
};

/** Subscribes those who wait, some in each turn, for as long as the caller may. */
export const subscribeWaiting =
  ({ inTransaction }: Ports, caller: Caller) =>
  ({ waiting, created }: SubscribingBegun): Result<void> =>
  async () => {
    const own = new Set(created.map(({ id }) => id));
    for (const joining of waiting) {
      const joined = await inTransaction(caller, (tx) => async () => {
        const user = callerIn(tx.state, caller);
        if (isLeft(user)) return user;
        const ids = new Set(joining.map(({ channelId }) => channelId));
        const channels = [...ids].flatMap((id) => tx.state.channels.get(id) ?? []);
        const forOthers = joining.some(({ userId }) => userId !== caller.userId);
        const mayAdd = (channel: Channel): boolean =>
          own.has(channel.id) || !forOthers || canAddSubscribers(tx.state, user.right, channel, tx.now);
        if (!channels.every(mayAdd)) return left(insufficientPermission);
        const history = await historyOf(tx.messages, caller.realmId, channels, tx.now);
        joinChannels(tx, channels, joining, history);
        return right(undefined);
      })();
      if (isLeft(joined)) return joined;
    }
    return right(undefined);
  };

/** Which channels are there for the caller, which are to be made, and which they may not join. */
const sortChannels = (
  tx: Transaction,
  user: User,
  { channels, draft, authorizationErrorsFatal }: SubscribeWanted,
): Either<ApiError, { existing: Channel[]; missing: NamedChannel[]; unauthorized: string[] }> => {
  const existing = new Map<number, Channel>();
  const missing = new Map<string, NamedChannel>();
  const unauthorized: string[] = [];
  // Names are taken, whoever has them: those who may make channels learn of it. To others a hidden one isn't there.
  const mayMake = isRight(checkDraft(tx, user, draft));
  for (const { name: wanted, description } of channels) {
    const name = checkChannelName(wanted);
    if (isLeft(name)) return name;
    const channel = tx.state.channelByName(name.right);
    const isSeen = channel !== undefined && canSeeChannel(tx.state, user, channel, tx.now);
    if (channel === undefined || (!isSeen && !mayMake))
      missing.set(name.right.toLowerCase(), { name: name.right, description });
    else if (canReadContent(tx.state, user, channel, tx.now)) existing.set(channel.id, channel);
    else unauthorized.push(isSeen ? channel.name : name.right);
  }
  const [first] = unauthorized;
  if (first !== undefined && authorizationErrorsFatal)
    return left(badRequest(`Unable to access channel (${first}).`));
  return right({ existing: [...existing.values()], missing: [...missing.values()], unauthorized });
};

const whoJoins = (
  tx: Transaction,
  channels: readonly Channel[],
  people: readonly User[],
  colors: ReadonlyMap<string, string>,
): Pick<Subscribed, "subscribed" | "alreadySubscribed"> & { readonly joining: readonly Joining[] } => {
  const subscribed = new Map<number, string[]>();
  const alreadySubscribed = new Map<number, string[]>();
  const joining: Joining[] = [];
  for (const { id: userId } of people)
    for (const { id: channelId, name } of channels) {
      const isSubscribed = tx.state.isSubscribed(userId, channelId);
      const list = isSubscribed ? alreadySubscribed : subscribed;
      const names = list.get(userId);
      if (names) names.push(name);
      else list.set(userId, [name]);
      if (!isSubscribed) joining.push({ userId, channelId, color: colors.get(name.toLowerCase()) });
    }
  return { subscribed, alreadySubscribed, joining };
};

/** Writes to those whom somebody else subscribed to channels that were there before. False if they are too many. */
const tellPeople = async (
  tx: Transaction,
  by: User,
  subscribed: Subscribed["subscribed"],
  created: readonly Channel[],
): Promise<boolean> => {
  const isNew = new Set(created.map(({ name }) => name));
  const told = [...subscribed].flatMap(([userId, names]) => {
    const known = names.filter((name) => !isNew.has(name));
    const isPerson = userId !== by.id && tx.state.users.get(userId)?.bot === null;
    return isPerson && known.length > 0 ? [{ userId, text: subscribedText(by, known) }] : [];
  });
  if (told.length > channelLimits.subscriptionMessages) return false;
  for (const { userId, text } of told)
    await sendNotice(tx, userId, prepareNotice(tx, text, { channels: created }));
  return true;
};
