import * as t from "io-ts";
import type { RealmEvent } from "../../domain/event";
import type { NewJob } from "../../domain/job";
import type { RealmState } from "../../domain/realm-state";
import { addresseesOf, findMissed } from "../mail/find-missed";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { afterDelays, done, type JobHandler } from "./job-handler";
import { missedJob } from "./mail-missed-messages";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: Pick<MessageReader, "byIds">;
  readonly readStates: Pick<ReadStateReader, "mentionedIn">;
  readonly clock: Clock;
}

/** A message, and the last of those whom it concerns that were looked at. */
interface Looking {
  readonly messageId: number;
  readonly after: number;
}

/** So many people are told apart in the commit of the message itself. */
const few = 20;
/** People looked at in one run. */
const sliceSize = 250;
const minute = 60_000;
/** When a look that failed is tried again. */
export const delaysOfLooks = afterDelays([1 / 60, 1, 5, 15].map((minutes) => minutes * minute));

const lookJob = (payload: Looking, dueAt: number): NewJob => ({
  kind: "find_missed_messages",
  key: `${payload.messageId} ${payload.after}`,
  payload,
  dueAt,
});

/** The jobs that see to mail of a message: one for each of few whom it concerns, or one that finds many. */
export const missedJobs = (
  sent: Extract<RealmEvent, { type: "message_sent" }>,
  after: RealmState,
  now: number,
): readonly NewJob[] => {
  const userIds = addresseesOf(sent);
  return userIds.size > few
    ? [lookJob({ messageId: sent.message.id, after: 0 }, now)]
    : findMissed(after, sent.message, userIds).map(missedJob);
};

/**
 * Finds those whom a message concerns, of many, and gives each who may miss it a job in one commit with its own end.
 * They come in slices, and one who has a job waiting keeps that.
 */
export const findMissedMessages = (ports: Ports): JobHandler<Looking> => ({
  payload: t.type({ messageId: t.number, after: t.number }),
  atOnce: 4,
  delayAfter: delaysOfLooks,
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
        : [lookJob({ messageId, after: last }, clock.now())];
    return { kind: "done", next: [...findMissed(state, message, found).map(missedJob), ...rest] };
  },
});
