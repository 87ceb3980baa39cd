import * as E from "fp-ts/Either";
import * as t from "io-ts";
import type { CallerError } from "../../domain/caller-refusals";
import { entity, nullable, oneOf } from "../../domain/codec/codec";
import { moveModes } from "../../domain/events/message-event";
import {
  type ChannelId,
  channelIdCodec,
  type MessageId,
  messageIdCodec,
  type UserId,
  userIdCodec,
} from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import type { MessageError } from "../../domain/messages/refusals";
import { readableMessage } from "../access/message-access";
import { actingAs } from "../as-caller";
import type { Caller } from "../caller";
import { afterSeconds, done, type JobHandler } from "../jobs/job-handler";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { moveMessages } from "./internal/move-messages";
import {
  inLargerSlices,
  inSmallerSlices,
  type MoveProgress,
  type MoveRequest,
  moveProgressCodec,
  prepareMove,
} from "./internal/prepare-move";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

interface RestOfMove {
  readonly userId: UserId;
  readonly client: string;
  readonly messageId: MessageId;
  /** Null leaves it unchanged. */
  readonly topic: string | null;
  /** Null leaves it unchanged. */
  readonly channelId: ChannelId | null;
  readonly mode: MoveRequest["mode"];
  /** Jobs are stored under these two names. */
  readonly tellOldTopic: boolean;
  readonly tellNewTopic: boolean;
  readonly progress: MoveProgress;
}

const job = (rest: RestOfMove, dueAt: number): NewJob => ({
  kind: "move_rest",
  // Repeating a waiting request adds nothing, and each user's moves run one after another.
  key: `${rest.userId} ${rest.messageId}`,
  replaces: true,
  lane: `${rest.userId}`,
  payload: rest,
  dueAt,
});

/** Moves the messages that were too many for one commit. */
export const moveContinuationJob = (
  { userId, client }: Caller,
  {
    messageId,
    topic,
    channelId,
    mode,
    notifyOldTopic,
    notifyNewTopic,
  }: MoveRequest & { messageId: MessageId },
  progress: MoveProgress,
  dueAt: number,
): NewJob =>
  job(
    {
      userId,
      client,
      messageId,
      topic: topic ?? null,
      channelId: channelId ?? null,
      mode,
      tellOldTopic: notifyOldTopic,
      tellNewTopic: notifyNewTopic,
      progress,
    },
    dueAt,
  );

/** For half a day: a move that is given up leaves a topic in two places. */
const retryDelays = afterSeconds([1, 5, 30, 120, 600, 1800, 3600, 3600, 10_800, 25_200]);

/**
 * Moves one more slice, and leaves the others to the next job. It stops if the user may no longer move them:
 * messages moved so far stay. Messages moved by an earlier run are no longer found. A slice that fails is tried again smaller.
 */
export const continueMove = ({ inTransaction, clock }: Ports): JobHandler<RestOfMove> => ({
  payload: entity<RestOfMove>({
    userId: userIdCodec,
    client: t.string,
    messageId: messageIdCodec,
    topic: nullable(t.string),
    channelId: nullable(channelIdCodec),
    mode: oneOf(...moveModes),
    tellOldTopic: t.boolean,
    tellNewTopic: t.boolean,
    progress: moveProgressCodec,
  }),
  atOnce: 4,
  delayAfter: retryDelays,
  retried: (payload) => ({ ...payload, progress: inSmallerSlices(payload.progress) }),
  run: async ({ realmId, payload }) => {
    const caller = { realmId, userId: payload.userId, client: payload.client };
    const request = {
      ...payload,
      topic: payload.topic ?? undefined,
      channelId: payload.channelId ?? undefined,
      notifyOldTopic: payload.tellOldTopic,
      notifyNewTopic: payload.tellNewTopic,
    };
    const outcome: E.Either<CallerError | MessageError, MoveProgress | undefined> = await inTransaction(
      caller,
      actingAs(caller, async (tx, user) => {
        const message = await readableMessage(tx, user, payload.messageId);
        if (E.isLeft(message)) return message;
        const moving = await prepareMove(tx, user, message.right, request, payload.progress);
        if (E.isLeft(moving) || moving.right === undefined) return E.right(undefined);
        return E.right(await moveMessages(tx, user, moving.right, request, payload.progress, undefined));
      }),
    );
    if (E.isLeft(outcome) || outcome.right === undefined) return done;
    return {
      kind: "done",
      next: [job({ ...payload, progress: inLargerSlices(outcome.right) }, clock.now())],
    };
  },
});
