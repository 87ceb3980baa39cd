import { type Either, isLeft, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import { entity, optional } from "../../domain/codec";
import { type ApiError, badRequest, invalidChannelId } from "../../domain/errors";
import type { Message } from "../../domain/message";
import type { MessageTopic, MoveMode } from "../../domain/message-event";
import { messageTopicCodec } from "../../domain/message-event-codecs";
import { moveLimit } from "../../domain/message-policy";
import { type ReachOfAny, reachedNobody, reachOfAnyCodec } from "../../domain/message-reach";
import type { User } from "../../domain/user";
import type { TopicAges, TopicSpan } from "../ports/topic-reader";
import type { Transaction } from "../transaction";
import { checkMove } from "./check-message-edit";
import { channelScope } from "./message-access";

/** Where messages are to go; undefined stays. */
export interface MoveWanted {
  readonly topic: string | undefined;
  readonly channelId: number | undefined;
  readonly mode: MoveMode;
  readonly tellOldTopic: boolean;
  readonly tellNewTopic: boolean;
}

/** Between which ids a move still looks for messages. What comes back, because somebody moves it so, isn't moved again. */
interface Cursor {
  /** Older ones are next. */
  readonly below: number;
  /** The newest when the move began: later ones go with the last slice. */
  readonly top: number;
}

/**
 * How far a move has come. Messages are moved in slices, so that others get their turns in between; the chosen message
 * goes last, so that the rest can tell where it comes from.
 */
export interface MoveProgress {
  /** Messages that earlier slices moved. */
  readonly moved: number;
  /** Undefined before the first slice. */
  readonly cursor?: Cursor;
  /** Whom they had reached. */
  readonly reach: ReachOfAny;
  /** Where they come from; undefined before the first slice. */
  readonly from?: MessageTopic;
  /** Whether there was such a topic before the first of them came; undefined before the first slice. */
  readonly joins?: boolean;
  /** Up to which user how people have the topic was taken along. */
  readonly carriedUpTo: number;
}

/** A move of which nothing is done. */
export const notBegun: MoveProgress = { moved: 0, reach: reachedNobody, carriedUpTo: 0 };

export const moveProgressCodec = entity<MoveProgress>({
  moved: t.number,
  cursor: optional(entity<Cursor>({ below: t.number, top: t.number })),
  reach: reachOfAnyCodec,
  from: optional(messageTopicCodec),
  joins: optional(t.boolean),
  carriedUpTo: t.number,
});

/** A slice of a move that is allowed. */
export interface Moving {
  readonly from: MessageTopic;
  readonly to: MessageTopic;
  readonly chosen: Message;
  /** Ascending. */
  readonly messageIds: readonly number[];
  readonly isLast: boolean;
  /** Where the next slice goes on; undefined after the last one. */
  readonly cursor?: Cursor;
  /** Whether nothing is left behind after the last slice. */
  readonly isWhole: boolean;
}

/** Messages of one slice: as many as one event carries. */
const sliceSize = 1000;

/** Which messages would go where next; undefined where nothing moves. Fails where the user may not move them. */
export const prepareMove = async (
  tx: Transaction,
  user: User,
  chosen: Message,
  update: MoveWanted,
  progress: MoveProgress,
): Promise<Either<ApiError, Moving | undefined>> => {
  if (update.topic === undefined && update.channelId === undefined) return right(undefined);
  const { conversation, topic } = chosen;
  if (conversation.kind === "direct")
    return left(
      badRequest(
        update.channelId === undefined
          ? "Direct messages cannot have topics."
          : "Direct messages cannot be moved to channels.",
      ),
    );
  const from = { conversation, topic };
  // Somebody else moved the chosen message between two slices: the rest is not where it was wanted from.
  if (progress.from && !isSame(progress.from, from)) return right(undefined);
  const checked = checkMove(tx, user, from, update);
  if (isLeft(checked)) return checked;
  const to = checked.right;
  if (to === undefined) return right(undefined);
  const channel = tx.state.channels.get(conversation.channelId);
  if (channel === undefined) return left(invalidChannelId);
  const isWithin = from.conversation.id === to.conversation.id;
  const whole: TopicSpan = {
    conversationId: conversation.id,
    topic,
    scope: channelScope(user, channel),
    // Where only the case of letters changes, what was moved is still in the topic.
    ...(progress.moved > 0 && isWithin && { butNamed: to.topic }),
  };
  const span = update.mode === "change_later" ? { ...whole, from: chosen.id } : whole;
  const late = progress.from
    ? undefined
    : lateRefusal(tx, user, chosen, { span, isWithin, mode: update.mode });
  if (late) return left(late);
  const slice = await sliceOf(tx, chosen, span, update.mode, progress.cursor);
  const moving = { from, to, chosen, ...slice };
  if (!slice.isLast) return right({ ...moving, isWhole: false });
  const { messageIds } = slice;
  const there = await tx.messages.inTopic(tx.state.realm.id, whole, messageIds.length + 1);
  return right({ ...moving, isWhole: there.length === messageIds.length });
};

const isSame = (a: MessageTopic, b: MessageTopic): boolean =>
  a.conversation.id === b.conversation.id && a.topic === b.topic;

const ascending = (ids: readonly number[]): readonly number[] => ids.toSorted((a, b) => a - b);

const sliceOf = async (
  tx: Transaction,
  chosen: Message,
  span: TopicSpan,
  mode: MoveMode,
  cursor: Cursor | undefined,
): Promise<Pick<Moving, "messageIds" | "isLast" | "cursor">> => {
  if (mode === "change_one") return { messageIds: [chosen.id], isLast: true };
  const others = async (part: TopicSpan): Promise<readonly number[]> =>
    (await tx.messages.inTopic(tx.state.realm.id, part, sliceSize + 1))
      .map(({ id }) => id)
      .filter((id) => id !== chosen.id);
  const older = await others(cursor ? { ...span, upTo: cursor.below - 1 } : span);
  const top = cursor?.top ?? Math.max(chosen.id, ...older);
  const newer = cursor ? await others({ ...span, from: Math.max(top + 1, span.from ?? 0) }) : [];
  if (older.length + newer.length < sliceSize)
    return { messageIds: ascending([...older, ...newer, chosen.id]), isLast: true };
  if (older.length > 0) {
    const messageIds = ascending(older.slice(0, sliceSize));
    return { messageIds, isLast: false, cursor: { below: messageIds[0] ?? 0, top } };
  }
  // More was said meanwhile than one slice takes: what is left over stays.
  return { messageIds: ascending([...newer.slice(0, sliceSize - 1), chosen.id]), isLast: true };
};

const nothingLate: TopicAges = { total: 0, recent: 0, firstRecentId: undefined };
const graceSeconds = 20;

/** Old messages stay where they are, save for those who may move any. */
const lateRefusal = (
  tx: Transaction,
  user: User,
  chosen: Message,
  { span, isWithin, mode }: { readonly span: TopicSpan; readonly isWithin: boolean; readonly mode: MoveMode },
): ApiError | undefined => {
  const limit = moveLimit(tx.state, user, !isWithin);
  if (limit === undefined) return undefined;
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
      ? undefined
      : badRequest(
          isWithin
            ? "The time limit for editing this message's topic has passed."
            : "The time limit for editing this message's channel has passed",
        );
  const { total, recent: allowed } = ages;
  if (allowed === total) return undefined;
  return {
    code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    message: `You only have permission to move the ${allowed}/${total} most recent messages in this topic.`,
    firstAllowedId: ages.firstRecentId ?? 0,
    total,
    allowed,
  };
};
