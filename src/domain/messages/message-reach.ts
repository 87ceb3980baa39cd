import { entity, listOf, nullable } from "../codec/codec";
import { type CompactIds, compactIds, compactIdsCodec, hasId, idsIn } from "../collections/compact-ids";
import * as ranges from "../collections/id-ranges";
import { type IdRanges, idRangesCodec } from "../collections/id-ranges";
import type { ChannelId, MessageId, UserId } from "../ids";

/** The messages some users received, or lack. */
export interface Share {
  readonly userIds: CompactIds;
  /** Ranges that contain no other message of the event. */
  readonly messageIds: IdRanges;
}

/**
 * Who had received which messages of an event, in a channel with protected history. By default subscribers received
 * all of them and others none; this lists the exceptions. A user appears at most once in each list.
 */
export interface Reach {
  /** Subscribers who joined after some of the messages, with the messages they lack. */
  readonly lacking: readonly Share[];
  /** Former subscribers who may still read the channel, with the messages they received. */
  readonly having: readonly Share[];
}

/** No exceptions: every subscriber received all of the messages, and nobody else any. */
const subscribersOnly: Reach = { lacking: [], having: [] };

const shares = listOf(entity<Share>({ userIds: compactIdsCodec, messageIds: idRangesCodec }));
export const reachCodec = entity<Reach>({ lacking: shares, having: shares });

/** What some users received in a channel, between the first and last of some messages. */
export interface Receipt {
  readonly userIds: readonly UserId[];
  readonly received: IdRanges;
}

/** How users relate to a channel. */
interface Standing {
  isSubscribed(userId: UserId): boolean;
  /** Whether a user who isn't subscribed may still read the messages they received. */
  isReader(userId: UserId): boolean;
}

/** Computes the reach of messages from the receipts of every user who may be an exception. */
export const reachOf = (
  receipts: readonly Receipt[],
  messageIds: readonly MessageId[],
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

/** A half-open interval of indexes into a list of ids. */
type Run = readonly [from: number, to: number];

const insertionIndex = (ids: readonly MessageId[], id: number): number => {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The intervals of the list whose ids lie in the ranges. */
const runsWithin = (ids: readonly MessageId[], inRanges: IdRanges): readonly Run[] =>
  ranges.normalize(inRanges.map(([from, to]): Run => [insertionIndex(ids, from), insertionIndex(ids, to)]));

const gapsBetween = (runs: readonly Run[], length: number): readonly Run[] =>
  ranges.difference([[0, length]], runs);

/** Groups users who received the same messages. Users who subscribed on the same day mostly have. */
class Shares {
  private readonly users = new Map<string, { readonly runs: readonly Run[]; readonly userIds: UserId[] }>();

  constructor(private readonly ids: readonly MessageId[]) {}

  add(userIds: readonly UserId[], runs: readonly Run[]): void {
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

/** Messages of one channel in an event. */
export interface ChannelMessages {
  readonly channelId: ChannelId;
  readonly messageIds: readonly MessageId[];
  /** Undefined if the channel showed its whole history at the time of the event. */
  readonly reach: Reach | undefined;
}

/** A move of messages to another topic, perhaps of another channel. */
export interface Move {
  readonly messageIds: readonly MessageId[];
  readonly from: { readonly conversation: { readonly channelId: ChannelId } };
  readonly to: { readonly conversation: { readonly channelId: ChannelId } };
  readonly reach?: Reach;
}

/** The messages before and after a move. All subscribers of the new channel receive them. */
export const messagesBeforeAndAfter = ({
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

/** Who had received any message of a move that takes several slices. */
export interface ReachOfAny {
  /** Subscribers who lack every message; null for all of them. */
  readonly lackingAll: CompactIds | null;
  /** Other users who have at least one of the messages. */
  readonly having: CompactIds;
}

export const reachOfAnyCodec = entity<ReachOfAny>({
  lackingAll: nullable(compactIdsCodec),
  having: compactIdsCodec,
});

/** The start value, before the first slice. */
export const reachedNobody: ReachOfAny = { lackingAll: null, having: [] };
/** No exceptions, for a move that takes several slices. */
export const reachedSubscribers: ReachOfAny = { lackingAll: [], having: [] };

/** Adds a slice. A slice without recorded reach adds nobody. */
export const withSlice = (
  { lackingAll, having }: ReachOfAny,
  messageIds: readonly MessageId[],
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
