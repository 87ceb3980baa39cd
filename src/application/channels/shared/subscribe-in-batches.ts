import * as E from "fp-ts/Either";
import { type CallerError, insufficientPermission, notForGuests } from "../../../domain/caller-refusals";
import { type Channel, channelLimits } from "../../../domain/channels/channel";
import {
  type ChannelError,
  tooManyChannelsAtOnce,
  tooManySubscriptionsAtOnce,
  tooManySubscriptionsOf,
} from "../../../domain/channels/refusals";
import { groupedBy } from "../../../domain/collections/grouped-by";
import { canAddSubscribers, canReadContent } from "../../../domain/policy/channel-access";
import { settingsToSee } from "../../../domain/policy/channel-viewers";
import { nameKey } from "../../../domain/text/same-name";
import type { User } from "../../../domain/users/user";
import { findActiveUsers } from "../../access/resolve-recipients";
import { actingAs } from "../../as-caller";
import type { Caller } from "../../caller";
import { readHistories } from "../../channel-activity/channel-activity";
import type { InTransaction, Transaction } from "../../transaction";
import { announceChannels, createdText, postChannelNotices, prepareChannelNotices } from "./channel-notices";
import { checkMayMake } from "./check-channel";
import { type Joining, joinChannels, joiningInBatches } from "./join-channels";
import { makeChannels, type NewChannelError, planChannels } from "./make-channels";
import { notifySubscribed } from "./notify-subscribed";
import {
  findFull,
  planJoining,
  type Subscribed,
  type SubscribeRequest,
  sortChannels,
} from "./plan-subscribing";

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
  user: User,
  request: SubscribeRequest,
): Promise<E.Either<NewChannelError, BegunSubscribing>> => {
  if (user.role === "guest") return E.left(notForGuests);
  const sorted = sortChannels(tx, user, request);
  if (E.isLeft(sorted)) return sorted;
  const { existing, missing, unauthorized } = sorted.right;
  const { principals } = request;
  const people = principals === undefined ? E.right([user]) : findActiveUsers(tx, user, principals);
  if (E.isLeft(people)) return people;
  if (missing.length > channelLimits.madeAtOnce) return E.left(tooManyChannelsAtOnce);
  const wantedCount = people.right.length * (existing.length + missing.length);
  if (wantedCount > channelLimits.subscriptionsAtOnce) return E.left(tooManySubscriptionsAtOnce);
  const forOthers = people.right.some(({ id }) => id !== user.id);
  if (forOthers && existing.some((channel) => !canAddSubscribers(tx.state, user, channel, tx.now)))
    return E.left(insufficientPermission);

  const history = await readHistories(tx.messages, tx.state.realm.id, existing, tx.now);
  const newChannels = planChannels(tx, user, missing, request.draft);
  if (E.isLeft(newChannels)) return newChannels;
  const created = newChannels.right;
  const colors = new Map(
    request.channels.flatMap(({ name, color }) => (color ? [[nameKey(name.trim()), color]] : [])),
  );
  const { newSubscribers, ...outcome } = planJoining(tx, [...existing, ...created], people.right);
  const full = findFull(tx, newSubscribers);
  if (full) return E.left(tooManySubscriptionsOf(full.fullName));
  // Rendered before anything is appended: a run that lacks a text appends nothing.
  const notices = created.map((channel) =>
    prepareChannelNotices(tx, user, channel, [createdText(user, channel)]),
  );
  makeChannels(tx, created, request.draft);
  const colorOf = new Map(
    created.concat(existing).map((channel) => [channel, colors.get(nameKey(channel.name))]),
  );
  const joining = newSubscribers.flatMap(({ user: { id: userId }, joins }) =>
    joins.map((channel) => ({ userId, channelId: channel.id, color: colorOf.get(channel) })),
  );
  const [first = [], ...waiting] = joiningInBatches(joining, channelLimits.subscriptionsPerCommit);
  joinChannels(tx, [...existing, ...created], first, history);
  const receivesIt = people.right.includes(user);
  for (const [index, channel] of created.entries())
    postChannelNotices(tx, user, channel, notices[index] ?? [], { receivesIt });
  if (request.announce) announceChannels(tx, user, created);
  const notifiedSubscribers =
    request.notifySubscribers && (await notifySubscribed(tx, user, newSubscribers, created));
  return E.right({ ...outcome, unauthorized, created, notifiedSubscribers, waiting });
};

/**
 * Makes the waiting subscriptions, a batch per transaction. Each is judged like the first: the caller's permissions, the
 * channels and the number of somebody's channels may have changed.
 */
export const subscribeWaiting = async (
  { inTransaction }: { readonly inTransaction: InTransaction },
  caller: Caller,
  { waiting, created }: BegunSubscribing,
): Promise<E.Either<CallerError | ChannelError, void>> => {
  const asMade = new Map(created.map((channel) => [channel.id, channel]));
  for (const batch of waiting) {
    const joined = await inTransaction(
      caller,
      actingAs(caller, async (tx, user): Promise<E.Either<CallerError | ChannelError, void>> => {
        const { state, now } = tx;
        if (user.role === "guest") return E.left(notForGuests);
        const joining = batch.filter(({ userId, channelId }) => !state.isSubscribed(userId, channelId));
        const channels = [...new Set(joining.map(({ channelId }) => channelId))].flatMap(
          (id) => state.channels.get(id) ?? [],
        );
        const forOthers = joining.some(({ userId }) => userId !== caller.userId);
        const may = forOthers ? canAddSubscribers : canReadContent;
        const isAllowed = (channel: Channel): boolean =>
          isStillNew(tx, user, channel, asMade.get(channel.id)) || may(state, user, channel, now);
        if (!channels.every(isAllowed)) return E.left(insufficientPermission);
        const newSubscribers = [...groupedBy(joining, ({ userId }) => userId)].flatMap(([id, joins]) => {
          const newcomer = state.users.get(id);
          return newcomer ? [{ user: newcomer, joins }] : [];
        });
        const full = findFull(tx, newSubscribers);
        if (full) return E.left(tooManySubscriptionsOf(full.fullName));
        const history = await readHistories(tx.messages, tx.state.realm.id, channels, now);
        joinChannels(tx, channels, joining, history);
        return E.right(undefined);
      }),
    );
    if (E.isLeft(joined)) return joined;
  }
  return E.right(undefined);
};

/**
 * Whether the user may still choose the people of a channel that they just made: nobody has changed it since,
 * and they could still create it.
 */
const isStillNew = (
  { state, now }: Transaction,
  user: User,
  channel: Channel,
  asMade: Channel | undefined,
): boolean =>
  asMade !== undefined &&
  settingsToSee(asMade) === settingsToSee(channel) &&
  E.isRight(checkMayMake(state, user, channel.privacy, now));
