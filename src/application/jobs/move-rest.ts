import { isLeft, right } from "fp-ts/Either";
import * as t from "io-ts";
import { entity, nullable, oneOf } from "../../domain/codec";
import type { NewJob } from "../../domain/job";
import { moveModes } from "../../domain/message-event";
import { type Caller, callerIn } from "../caller";
import { readableMessage } from "../messages/message-access";
import { moveMessages } from "../messages/move-messages";
import { type MoveProgress, type MoveWanted, moveProgressCodec, prepareMove } from "../messages/prepare-move";
import type { Clock } from "../ports/clock";
import type { InTransaction } from "../transaction";
import { afterDelays, done, type JobHandler } from "./job-handler";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

interface Rest {
  readonly userId: number;
  readonly client: string;
  readonly messageId: number;
  /** Null stays. */
  readonly topic: string | null;
  /** Null stays. */
  readonly channelId: number | null;
  readonly mode: MoveWanted["mode"];
  readonly tellOldTopic: boolean;
  readonly tellNewTopic: boolean;
  readonly progress: MoveProgress;
}

const job = (rest: Rest, dueAt: number): NewJob => ({
  kind: "move_rest",
  // Asking again for what waits adds nothing, and somebody's moves go on one after the other.
  key: `${rest.userId} ${rest.messageId}`,
  replaces: true,
  lane: `${rest.userId}`,
  payload: rest,
  dueAt,
});

/** Moves what was too much for one commit. */
export const restOfMoveJob = (
  { userId, client }: Caller,
  { messageId, topic, channelId, mode, tellOldTopic, tellNewTopic }: MoveWanted & { messageId: number },
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
      tellOldTopic,
      tellNewTopic,
      progress,
    },
    dueAt,
  );

/**
 * Moves one more slice, and leaves the rest to the next job. It ends early where whoever asked may no longer move them:
 * what was moved until then stays where it is. What a run before has moved is no longer found.
 */
export const moveRest = ({ inTransaction, clock }: Ports): JobHandler<Rest> => ({
  payload: entity<Rest>({
    userId: t.number,
    client: t.string,
    messageId: t.number,
    topic: nullable(t.string),
    channelId: nullable(t.number),
    mode: oneOf(...moveModes),
    tellOldTopic: t.boolean,
    tellNewTopic: t.boolean,
    progress: moveProgressCodec,
  }),
  atOnce: 4,
  delayAfter: afterDelays([1, 5, 30, 120].map((seconds) => seconds * 1000)),
  run: async ({ realmId, payload }) => {
    const caller = { realmId, userId: payload.userId, client: payload.client };
    const wanted = {
      ...payload,
      topic: payload.topic ?? undefined,
      channelId: payload.channelId ?? undefined,
    };
    const outcome = await inTransaction<MoveProgress | undefined>(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const message = await readableMessage(tx, user.right, payload.messageId);
      if (isLeft(message)) return message;
      const moving = await prepareMove(tx, user.right, message.right, wanted, payload.progress);
      if (isLeft(moving) || moving.right === undefined) return right(undefined);
      return right(await moveMessages(tx, user.right, moving.right, wanted, payload.progress, undefined));
    })();
    if (isLeft(outcome) || outcome.right === undefined) return done;
    return { kind: "done", next: [job({ ...payload, progress: outcome.right }, clock.now())] };
  },
});
