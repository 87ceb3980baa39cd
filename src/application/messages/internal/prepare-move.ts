import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { type ChannelError, invalidChannelId } from "../../../domain/channels/refusals";
import { entity, optional } from "../../../domain/codec/codec";
import type { MessageTopic, MoveMode } from "../../../domain/events/message-event";
import { messageTopicCodec } from "../../../domain/events/message-event-codecs";
import {
  type ChannelId,
  type MessageId,
  messageIdCodec,
  type UserId,
  userIdCodec,
} from "../../../domain/ids";
import {
  channelEditTimeLimitPassed,
  directMessagesHaveNoTopics,
  directMessagesStayDirect,
  type MessageChangeError,
  moveTimeLimitExceeded,
  topicEditTimeLimitPassed,
} from "../../../domain/messages/change-refusals";
import type { Message } from "../../../domain/messages/message";
import { type ReachOfAny, reachedNobody, reachOfAnyCodec } from "../../../domain/messages/message-reach";
import type { MessageError } from "../../../domain/messages/refusals";
import { moveLimit } from "../../../domain/policy/message-policy";
import { isMisleading } from "../../../domain/text/name-characters";
import { invalidTopicCharacter, type TopicError } from "../../../domain/topics/refusals";
import { sameButResolved } from "../../../domain/topics/topic";
import type { User } from "../../../domain/users/user";
import { channelScope } from "../../access/message-access";
import type { TopicAges, TopicSpan } from "../../ports/topics/topic-reader";
import { checkTopicStart, isMisleadingNewTopic } from "../../topics/shared/check-topic";
import type { Transaction } from "../../transaction";
import { checkMove } from "./check-message-edit";

/** A requested move; undefined keeps the topic or the channel. */
export interface MoveRequest {
  readonly topic: string | undefined;
  readonly channelId: ChannelId | undefined;
  readonly mode: MoveMode;
  readonly notifyOldTopic: boolean;
  readonly notifyNewTopic: boolean;
}

/** The ids a move has yet to visit. Messages that someone moves back in the meantime are not moved again. */
interface Cursor {
  /** The next slice has messages below this id. */
  readonly below: MessageId;
  /** The newest message when the move began. Newer ones go with the last slice. */
  readonly top: MessageId;
}

/**
 * The progress of a move. Messages move in slices, so that other changes get their turn in between. The chosen
 * message moves last, so that the remaining slices can tell where it came from.
 */
export interface MoveProgress {
  /** Number of messages that earlier slices moved. */
  readonly moved: number;
  /** Undefined before the first slice. */
  readonly cursor?: Cursor;
  /** Who had received the moved messages. */
  readonly reach: ReachOfAny;
  /** The original place; undefined before the first slice. */
  readonly from?: MessageTopic;
  /** Whether the new topic existed before the move; undefined before the first slice. */
  readonly joins?: boolean;
  /** The last user whose topic policy has been carried over. */
  readonly carriedUpTo: UserId;
  /** The most messages of a slice, if larger ones failed. */
  readonly sliceSize?: number;
}

/** A move that has not begun. */
export const moveNotBegun: MoveProgress = { moved: 0, reach: reachedNobody, carriedUpTo: 0 };

export const moveProgressCodec = entity<MoveProgress>({
  moved: t.number,
  cursor: optional(entity<Cursor>({ below: messageIdCodec, top: messageIdCodec })),
  reach: reachOfAnyCodec,
  from: optional(messageTopicCodec),
  joins: optional(t.boolean),
  carriedUpTo: userIdCodec,
  sliceSize: optional(t.number),
});

/** One permitted slice of a move. */
export interface Moving {
  readonly from: MessageTopic;
  readonly to: MessageTopic;
  readonly chosen: Message;
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
  readonly isLast: boolean;
  /** Where the next slice continues; undefined after the last one. */
  readonly cursor?: Cursor;
  /** Whether no message stays behind after the last slice. */
  readonly isWhole: boolean;
}

/** Messages per slice: as many as one event holds. */
const largestSlice = 1000;
const smallestSlice = 50;

/**
 * The pairs of a message and a subscriber of the new channel in one slice. For each, the database may have to look up whether it was read,
 * and each slice is an event to every subscriber.
 */
const pairsInSlice = 1_000_000;

/** The most messages that move at once to a channel with so many subscribers. */
export const sliceInto = (subscribers: number): number =>
  Math.min(largestSlice, Math.max(smallestSlice, Math.floor(pairsInSlice / Math.max(1, subscribers))));

/** After a slice failed: the same progress, to go on in smaller slices. A slice may have been too much for the database's time limit. */
export const inSmallerSlices = (progress: MoveProgress): MoveProgress => ({
  ...progress,
  sliceSize: Math.max(smallestSlice, Math.floor((progress.sliceSize ?? largestSlice) / 4)),
});

/** After a slice succeeded: the same progress, to go on in larger slices if earlier ones had to be small. */
export const inLargerSlices = ({ sliceSize, ...progress }: MoveProgress): MoveProgress => {
  const next = 2 * (sliceSize ?? largestSlice);
  return next < largestSlice ? { ...progress, sliceSize: next } : progress;
};

/** The next slice of a move; undefined if nothing moves. Fails if the user may not move the messages. */
export const prepareMove = async (
  tx: Transaction,
  user: User,
  chosen: Message,
  update: MoveRequest,
  progress: MoveProgress,
): Promise<E.Either<ChannelError | MessageChangeError | MessageError | TopicError, Moving | undefined>> => {
  if (update.topic === undefined && update.channelId === undefined) return E.right(undefined);
  const { conversation, topic } = chosen;
  if (conversation.kind === "direct")
    return E.left(update.channelId === undefined ? directMessagesHaveNoTopics : directMessagesStayDirect);
  const from = { conversation, topic };
  // Someone else moved the chosen message between two slices, so the rest of the move no longer applies.
  if (progress.from && !isSameTopic(progress.from, from)) return E.right(undefined);
  const checked = checkMove(tx, user, from, update);
  if (E.isLeft(checked)) return checked;
  const to = checked.right;
  if (to === undefined) return E.right(undefined);
  // A topic that already contains such characters keeps them when it is resolved or moves to another channel.
  if (!isMisleading(topic) && (await isMisleadingNewTopic(tx, to.conversation.id, to.topic)))
    return E.left(invalidTopicCharacter);
  const channel = tx.state.channels.get(conversation.channelId);
  if (channel === undefined) return E.left(invalidChannelId);
  const isWithin = from.conversation.id === to.conversation.id;
  const whole: TopicSpan = {
    conversationId: conversation.id,
    topic,
    scope: channelScope(user, channel),
    // If only the case of the topic changes, messages already moved are still in it.
    ...(progress.moved > 0 && isWithin && { exceptSpelled: to.topic }),
  };
  const span = update.mode === "change_later" ? { ...whole, from: chosen.id } : whole;
  if (progress.from === undefined) {
    const isResolving = isWithin && sameButResolved(topic, to.topic);
    const mayStart = isResolving
      ? E.right(undefined)
      : await checkTopicStart(tx, user, to.conversation, to.topic);
    if (E.isLeft(mayStart)) return mayStart;
    const recent = checkAges(tx, user, { from, to, chosen, span, mode: update.mode });
    if (E.isLeft(recent)) return recent;
  }
  const most = isWithin ? largestSlice : sliceInto(tx.state.subscribers(to.conversation.channelId).size);
  const sliceSize = Math.min(most, progress.sliceSize ?? most);
  const slice = await sliceOf(tx, chosen, span, update.mode, { cursor: progress.cursor, sliceSize });
  const moving = { from, to, chosen, ...slice };
  if (!slice.isLast) return E.right({ ...moving, isWhole: false });
  const { messageIds } = slice;
  const inTopic = await tx.messages.inTopic(tx.state.realm.id, whole, messageIds.length + 1);
  return E.right({ ...moving, isWhole: inTopic.length === messageIds.length });
};

const isSameTopic = (a: MessageTopic, b: MessageTopic): boolean =>
  a.conversation.id === b.conversation.id && a.topic === b.topic;

const ascending = (ids: readonly MessageId[]): readonly MessageId[] => ids.toSorted((a, b) => a - b);

const sliceOf = async (
  tx: Transaction,
  chosen: Message,
  span: TopicSpan,
  mode: MoveMode,
  { cursor, sliceSize }: { readonly cursor: Cursor | undefined; readonly sliceSize: number },
): Promise<Pick<Moving, "messageIds" | "isLast" | "cursor">> => {
  if (mode === "change_one") return { messageIds: [chosen.id], isLast: true };
  const others = async (part: TopicSpan, most: number): Promise<readonly MessageId[]> =>
    (await tx.messages.inTopic(tx.state.realm.id, part, most + 1))
      .map(({ id }) => id)
      .filter((id) => id !== chosen.id);
  const older = await others(cursor ? { ...span, upTo: cursor.below - 1 } : span, sliceSize);
  const top = cursor?.top ?? Math.max(chosen.id, ...older);
  // What arrived meanwhile moves with the last slice, even if that makes it longer than others.
  const newer = cursor
    ? await others({ ...span, from: Math.max(top + 1, span.from ?? 0) }, largestSlice)
    : [];
  if (older.length < sliceSize && older.length + newer.length < largestSlice)
    return { messageIds: ascending([...older, ...newer, chosen.id]), isLast: true };
  const messageIds = ascending(older.slice(0, sliceSize));
  const [below] = messageIds;
  if (below !== undefined) return { messageIds, isLast: false, cursor: { below, top } };
  // More messages arrived meanwhile than fit into one slice; the rest stay in the old topic.
  return { messageIds: ascending([...newer.slice(0, largestSlice - 1), chosen.id]), isLast: true };
};

const nothingLate: TopicAges = { total: 0, recent: 0, firstRecentId: undefined };
const graceSeconds = 20;

/** Whether the messages are recent enough for the user to move. */
const checkAges = (
  tx: Transaction,
  user: User,
  {
    from,
    to,
    chosen,
    span,
    mode,
  }: Pick<Moving, "from" | "to" | "chosen"> & {
    readonly span: TopicSpan;
    readonly mode: MoveMode;
  },
): E.Either<MessageChangeError, undefined> => {
  const isOtherChannel = from.conversation.id !== to.conversation.id;
  const limit = moveLimit(tx.state, user, { isOtherChannel, isOtherTopic: from.topic !== to.topic });
  if (limit === undefined) return E.right(undefined);
  const since = Math.ceil(tx.now / 1000 - limit - graceSeconds);
  const ages =
    mode === "change_one"
      ? undefined
      : tx.readOutside(
          "ages",
          ({ messages }) => messages.agesInTopic(tx.state.realm.id, span, since),
          nothingLate,
        );
  if (ages === undefined || (ages.total === 1 && ages.recent === 0))
    return chosen.sentAt >= since
      ? E.right(undefined)
      : E.left(isOtherChannel ? channelEditTimeLimitPassed : topicEditTimeLimitPassed);
  const { total, recent: allowed } = ages;
  if (allowed === total) return E.right(undefined);
  return E.left(moveTimeLimitExceeded({ firstAllowedId: ages.firstRecentId, total, allowed }));
};
