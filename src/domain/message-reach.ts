import { canReadContent, readsWholeHistory } from "./channel-access";
import { entity, listOf, nullable } from "./codec";
import { type CompactIds, compactIds, compactIdsCodec, hasId, idsIn } from "./compact-ids";
import * as ranges from "./id-ranges";
import { type IdRanges, idRangesCodec } from "./id-ranges";
import type { RealmState } from "./realm-state";
import type { User } from "./user";

/** Some people and some messages, both by id. */
interface Share {
  readonly userIds: CompactIds;
  /** Ranges that hold no other message of the event than these. */
  readonly messageIds: IdRanges;
}

/**
 * Who had received which of an event's messages, in a channel with protected history. Lists the exceptions to the rule
 * that a subscriber has received all of them and anyone else none. Nobody is in two shares of one list.
 */
export interface Reach {
  /** Messages that subscribers lack, because they came later. */
  readonly lacking: readonly Share[];
  /** Messages that others have, because they were subscribed before, and may still read. */
  readonly having: readonly Share[];
}

/** Every subscriber has received all of the messages, and nobody else any. */
const subscribersOnly: Reach = { lacking: [], having: [] };

const shares = listOf(entity<Share>({ userIds: compactIdsCodec, messageIds: idRangesCodec }));
export const reachCodec = entity<Reach>({ lacking: shares, having: shares });

/** What some people have received of a channel, between the first and the last of some messages. */
export interface Receipt {
  readonly userIds: readonly number[];
  readonly received: IdRanges;
}

/** How people stand to a channel. */
interface Standing {
  isSubscribed(userId: number): boolean;
  /** Whether somebody who isn't subscribed may read what reached them. */
  isReader(userId: number): boolean;
}

/** The reach of messages, from the receipts of all for whom the rule may not hold. */
export const reachOf = (
  receipts: readonly Receipt[],
  messageIds: readonly number[],
  { isSubscribed, isReader }: Standing,
): Reach => {
  const ids = messageIds.toSorted((a, b) => a - b);
  const lacking = new Shares(ids);
  const having = new Shares(ids);
  for (const { userIds, received } of receipts) {
    const had = runsWithin(ids, received);
    lacking.add(userIds.filter(isSubscribed), gapsBetween(had, ids.length));
    having.add(
      userIds.filter((id) => !isSubscribed(id) && isReader(id)),
      had,
    );
  }
  return { lacking: lacking.all(), having: having.all() };
};

/** From one place in a list of ids to before another. */
type Run = readonly [from: number, to: number];

const placeOf = (ids: readonly number[], id: number): number => {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Where the list's ids are in the ranges. */
const runsWithin = (ids: readonly number[], inRanges: IdRanges): readonly Run[] =>
  ranges.normalize(inRanges.map(([from, to]): Run => [placeOf(ids, from), placeOf(ids, to)]));

const gapsBetween = (runs: readonly Run[], length: number): readonly Run[] =>
  ranges.difference([[0, length]], runs);

/** Puts people with the same messages together: those who came on the same day mostly have. */
class Shares {
  private readonly users = new Map<string, { readonly runs: readonly Run[]; readonly userIds: number[] }>();

  constructor(private readonly ids: readonly number[]) {}

  add(userIds: readonly number[], runs: readonly Run[]): void {
    if (userIds.length === 0 || runs.length === 0) return;
    const key = runs.join();
    const share = this.users.get(key) ?? { runs, userIds: [] };
    this.users.set(key, share);
    share.userIds.push(...userIds);
  }

  all(): readonly Share[] {
    return [...this.users.values()].map(({ runs, userIds }) => ({
      userIds: compactIds(userIds),
      messageIds: runs.map(([from, to]) => [this.ids[from] ?? 0, (this.ids[to - 1] ?? 0) + 1]),
    }));
  }
}

/** Messages of a channel that an event is about. */
export interface ChannelMessages {
  readonly channelId: number;
  readonly messageIds: readonly number[];
  /** Absent where the channel showed its whole history when the event happened. */
  readonly reach: Reach | undefined;
}

/** Messages that go from one topic to another, maybe of another channel. */
export interface Move {
  readonly messageIds: readonly number[];
  readonly from: { readonly conversation: { readonly channelId: number } };
  readonly to: { readonly conversation: { readonly channelId: number } };
  readonly reach?: Reach;
}

/** Where moved messages were, and where they are: whoever is in the channel that they come to receives them all. */
export const placesOfMove = ({
  messageIds,
  from,
  to,
  reach,
}: Move): readonly [ChannelMessages, ChannelMessages] => {
  const before = { channelId: from.conversation.channelId, messageIds, reach };
  const { channelId } = to.conversation;
  return [
    before,
    channelId === before.channelId ? before : { channelId, messageIds, reach: subscribersOnly },
  ];
};

/** The messages that the user lacks though they are subscribed, or has though they aren't. */
const exceptionOf = (reach: Reach, isSubscribed: boolean, userId: number): Share | undefined =>
  (isSubscribed ? reach.lacking : reach.having).find(({ userIds }) => hasId(userIds, userId));

/**
 * Those of the messages that the user may know of: all that they can read. Where history is protected and nobody
 * recorded who had received them, that is none.
 */
export const knownMessages = (
  state: RealmState,
  user: User,
  { channelId, messageIds, reach }: ChannelMessages,
  now: number,
): readonly number[] => {
  const channel = state.channels.get(channelId);
  if (channel === undefined || !canReadContent(state, user, channel, now)) return [];
  if (readsWholeHistory(channel)) return messageIds;
  if (reach === undefined) return [];
  const isSubscribed = state.isSubscribed(user.id, channelId);
  const exception = exceptionOf(reach, isSubscribed, user.id);
  if (exception === undefined) return isSubscribed ? messageIds : [];
  return messageIds.filter((id) => ranges.includes(exception.messageIds, id) !== isSubscribed);
};

/** Whether the user may know of any of the messages. */
export const knowsAny = (state: RealmState, user: User, messages: ChannelMessages, now: number): boolean =>
  knownMessages(state, user, messages, now).length > 0;

/** Whom any of several slices of messages had reached, however many messages that is. */
export interface ReachOfAny {
  /** Subscribers who lack every message; null where that is everybody. */
  readonly lackingAll: CompactIds | null;
  /** Others who have at least one. */
  readonly having: CompactIds;
}

export const reachOfAnyCodec = entity<ReachOfAny>({
  lackingAll: nullable(compactIdsCodec),
  having: compactIdsCodec,
});

/** Of no messages at all. */
export const reachedNobody: ReachOfAny = { lackingAll: null, having: [] };
const reachedSubscribers: ReachOfAny = { lackingAll: [], having: [] };

/** With one more slice. Where nobody recorded whom that reached, it adds nobody. */
export const withSlice = (
  { lackingAll, having }: ReachOfAny,
  messageIds: readonly number[],
  reach: Reach | undefined,
): ReachOfAny => {
  if (reach === undefined) return { lackingAll, having };
  const lackAll = reach.lacking
    .filter((share) => messageIds.every((id) => ranges.includes(share.messageIds, id)))
    .flatMap(({ userIds }) => idsIn(userIds));
  const have = reach.having.flatMap(({ userIds }) => idsIn(userIds));
  return {
    lackingAll: compactIds(lackAll.filter((id) => lackingAll === null || hasId(lackingAll, id))),
    having: compactIds([...new Set([...idsIn(having), ...have])]),
  };
};

/** Whether the user may know of any of the messages that went from one channel to another, or within one. */
export const knowsAnyMoved = (
  state: RealmState,
  user: User,
  { from, to }: Pick<Move, "from" | "to">,
  reach: ReachOfAny,
  now: number,
): boolean => {
  const knowsIn = (channelId: number, { lackingAll, having }: ReachOfAny): boolean => {
    const channel = state.channels.get(channelId);
    if (channel === undefined || !canReadContent(state, user, channel, now)) return false;
    if (readsWholeHistory(channel)) return true;
    return state.isSubscribed(user.id, channelId)
      ? lackingAll !== null && !hasId(lackingAll, user.id)
      : hasId(having, user.id);
  };
  const [left, arrived] = [from.conversation.channelId, to.conversation.channelId];
  return knowsIn(left, reach) || (arrived !== left && knowsIn(arrived, reachedSubscribers));
};
