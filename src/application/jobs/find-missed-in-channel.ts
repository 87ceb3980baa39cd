import * as t from "io-ts";
import { foldCase } from "../../domain/fold-case";
import { groupedBy } from "../../domain/grouped-by";
import type { NewJob } from "../../domain/job";
import type { Message } from "../../domain/message";
import type { MessageEvent } from "../../domain/message-event";
import { wantsMailOf } from "../../domain/notification-policy";
import type { RealmState } from "../../domain/realm-state";
import { findMissed } from "../mail/find-missed";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { PersonalReader } from "../ports/personal-reader";
import type { RealmDirectory } from "../realm-directory";
import { delaysOfLooks } from "./find-missed-messages";
import { done, type JobHandler } from "./job-handler";
import { missedJob } from "./mail-missed-messages";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: Pick<MessageReader, "around">;
  readonly personal: Pick<PersonalReader, "topicPolicies">;
  readonly clock: Clock;
}

/** A channel, and the first of its messages that were not looked at. */
interface Looking {
  readonly channelId: number;
  readonly from: number;
}

/** How long messages of a channel gather, in milliseconds: a busy one costs a look in that time, not one a message. */
const gathering = 15_000;
/** Messages looked at in one run. */
const sliceSize = 250;

const lookJob = (payload: Looking, dueAt: number): NewJob => ({
  kind: "find_missed_in_channel",
  key: `${payload.channelId}`,
  payload,
  dueAt,
});

/** The job that looks for those who want mail of a channel's messages, or of a topic's that they follow. */
export const missedInChannelJobs = (
  { message: { id, conversation, senderId } }: Extract<MessageEvent, { type: "message_sent" }>,
  state: RealmState,
  now: number,
): readonly NewJob[] => {
  if (conversation.kind === "direct" || state.users.get(senderId)?.isSystemBot) return [];
  const { channelId } = conversation;
  const isHeard = [...firstOf(state.subscribers(channelId), 2)].some((userId) => userId !== senderId);
  return isHeard ? [lookJob({ channelId, from: id }, now + gathering)] : [];
};

function* firstOf<A>(all: Iterable<A>, count: number): Iterable<A> {
  let left = count;
  for (const one of all) {
    if (left-- <= 0) return;
    yield one;
  }
}

/**
 * Finds those who want mail of everything in a channel or in a topic, and gives each who may miss any of it a job in
 * one commit with its own end. Mentions have jobs by themselves.
 */
export const findMissedInChannel = (ports: Ports): JobHandler<Looking> => ({
  payload: t.type({ channelId: t.number, from: t.number }),
  atOnce: 4,
  delayAfter: delaysOfLooks,
  run: async ({ realmId, payload: { channelId, from } }) => {
    const { directory, messages, clock } = ports;
    const state = await directory.newest(realmId);
    const channel = state.channels.get(channelId);
    if (channel === undefined) return done;
    const scope = { kind: "channels", conversationIds: [channel.conversationId] } as const;
    const window = { scope, narrow: [], anchor: from, before: 0, after: sliceSize };
    const { at, after } = await messages.around(realmId, window);
    const found = at ? [at, ...after] : after;
    const last = found.at(-1);
    const rest =
      last === undefined || after.length < sliceSize
        ? []
        : [lookJob({ channelId, from: last.id + 1 }, clock.now())];
    return { kind: "done", next: [...(await missedOf(ports, state, channelId, found)), ...rest] };
  },
});

/** A job for each of those who may miss any of the messages: about the first of them that they want. */
const missedOf = async (
  { personal }: Ports,
  state: RealmState,
  channelId: number,
  messages: readonly Message[],
): Promise<readonly NewJob[]> => {
  const jobs = new Map<number, NewJob>();
  for (const [topic, inTopic] of groupedBy(messages, (message) => foldCase(message.topic))) {
    const policies = await personal.topicPolicies(state.realm.id, channelId, topic);
    const readers = [...state.subscribers(channelId)].filter((userId) => {
      const user = state.users.get(userId);
      const subscription = state.subscription(userId, channelId);
      if (user === undefined || subscription === undefined) return false;
      const place = {
        kind: "channel",
        subscription,
        topicPolicy: policies.get(userId) ?? "inherit",
      } as const;
      return wantsMailOf(user.settings, place, []);
    });
    for (const message of inTopic)
      for (const missed of findMissed(state, message, readers, () => true)) {
        const known = jobs.get(missed.userId);
        if (known === undefined || missed.dueAt < known.dueAt) jobs.set(missed.userId, missedJob(missed));
      }
  }
  return [...jobs.values()];
};
