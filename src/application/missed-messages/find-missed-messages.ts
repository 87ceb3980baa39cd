import * as t from "io-ts";
import type { RealmEvent } from "../../domain/events/event";
import { type MessageId, messageIdCodec, type UserId, userIdCodec } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import type { RealmState } from "../../domain/state/realm-state";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { afterSeconds, done, type JobHandler } from "../jobs/job-handler";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import { addresseesOf, findMissed } from "./internal/find-missed";
import { missedJob } from "./mail-missed-messages";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: Pick<MessageReader, "byIds">;
  readonly readStates: Pick<ReadStateReader, "mentionedIn">;
  readonly clock: Clock;
}

/** A message, and the last of its recipients searched so far. */
interface RecipientSearch {
  readonly messageId: MessageId;
  readonly after: UserId;
}

/** Up to this many recipients are searched in the commit of the message itself. */
const mostSearchedAtOnce = 20;
/** Users searched in one run. */
const sliceSize = 250;
/** Delays before retrying a failed search. */
export const searchDelays = afterSeconds([1, 60, 300, 900]);

const searchJob = (payload: RecipientSearch, dueAt: number): NewJob => ({
  kind: "find_missed_messages",
  key: `${payload.messageId} ${payload.after}`,
  payload,
  dueAt,
});

/** The jobs that mail about a message: one for each of a few recipients, or one that searches many. */
export const missedJobs = (
  sent: Extract<RealmEvent, { type: "message_sent" }>,
  after: RealmState,
  now: number,
): readonly NewJob[] => {
  const userIds = addresseesOf(sent);
  return userIds.size > mostSearchedAtOnce
    ? [searchJob({ messageId: sent.message.id, after: 0 }, now)]
    : findMissed(after, sent.message, userIds).map(missedJob);
};

/**
 * Searches the many recipients of a message, and enqueues a job for each who may miss it, in the commit that ends this job. It
 * searches in slices; a user whose job already waits keeps that one.
 */
export const findMissedMessages = (ports: Ports): JobHandler<RecipientSearch> => ({
  payload: t.type({ messageId: messageIdCodec, after: userIdCodec }),
  atOnce: 4,
  delayAfter: searchDelays,
  run: async ({ realmId, payload: { messageId, after } }) => {
    const { directory, messages, readStates, clock } = ports;
    const state = await directory.newest(realmId);
    const [message] = await messages.byIds(realmId, [messageId]);
    if (message === undefined) return done;
    const { conversation } = message;
    const found =
      conversation.kind === "direct"
        ? conversation.participants.filter((id) => id > after).slice(0, sliceSize)
        : await readStates.mentionedIn(realmId, messageId, after, sliceSize);
    const last = found.at(-1);
    const rest =
      last === undefined || found.length < sliceSize
        ? []
        : [searchJob({ messageId, after: last }, clock.now())];
    return { kind: "done", next: [...findMissed(state, message, found).map(missedJob), ...rest] };
  },
});
