import { chunksOf } from "fp-ts/ReadonlyArray";
import * as t from "io-ts";
import type { MessageEvent } from "../../domain/events/message-event";
import {
  type ChannelId,
  channelIdCodec,
  type MessageId,
  messageIdCodec,
  type UserId,
} from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import type { MessageHead } from "../../domain/messages/message";
import { wantsMailOf } from "../../domain/notifications/notification-policy";
import type { RealmState } from "../../domain/state/realm-state";
import { foldCase } from "../../domain/text/fold-case";
import type { TopicPolicy } from "../../domain/topics/topic-policy";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { done, type JobHandler } from "../jobs/job-handler";
import { nextTurn } from "../next-turn";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";
import type { UserDataReader } from "../ports/users/user-data-reader";
import { searchDelays } from "./find-missed-messages";
import { findMissed } from "./internal/find-missed";
import { gathering } from "./internal/mail-start";
import { missedJob } from "./mail-missed-messages";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: Pick<MessageReader, "heads">;
  readonly userData: Pick<UserDataReader, "topicPolicies">;
  readonly clock: Clock;
}

/** A channel, and the first of its messages not searched yet. */
interface ChannelSearch {
  readonly channelId: ChannelId;
  readonly from: MessageId;
}

/** Messages searched in one run. */
const sliceSize = 250;
/** Users judged in one turn of the event loop. */
const judgedAtOnce = 500;

const searchJob = (payload: ChannelSearch, dueAt: number): NewJob => ({
  kind: "find_missed_in_channel",
  key: `${payload.channelId}`,
  payload,
  dueAt,
});

/** The job that finds users who want mail about a channel's messages, or about a followed topic's. */
export const missedInChannelJobs = (
  { message: { id, conversation, senderId } }: Extract<MessageEvent, { type: "message_sent" }>,
  state: RealmState,
  now: number,
): readonly NewJob[] => {
  if (conversation.kind === "direct" || state.users.get(senderId)?.isSystemBot) return [];
  const { channelId } = conversation;
  const subscribers = state.subscribers(channelId);
  const isHeard = subscribers.size > (subscribers.has(senderId) ? 1 : 0);
  return isHeard ? [searchJob({ channelId, from: id }, now + gathering)] : [];
};

/**
 * Finds users who want mail about everything in a channel or topic, and enqueues a job for each who may miss any of it, in the
 * commit that ends this job. Mentions have their own jobs.
 */
export const findMissedInChannel = (ports: Ports): JobHandler<ChannelSearch> => ({
  payload: t.type({ channelId: channelIdCodec, from: messageIdCodec }),
  atOnce: 4,
  delayAfter: searchDelays,
  run: async ({ realmId, payload: { channelId, from } }) => {
    const { directory, messages, clock } = ports;
    const state = await directory.newest(realmId);
    const channel = state.channels.get(channelId);
    if (channel === undefined) return done;
    const scope = { kind: "channels", conversationIds: [channel.conversationId] } as const;
    const window = { scope, narrow: [], anchor: from, before: 0, after: sliceSize };
    const { at, after } = await messages.heads(realmId, window);
    const found = at ? [at, ...after] : after;
    const last = found.at(-1);
    const rest =
      last === undefined || after.length < sliceSize
        ? []
        : [searchJob({ channelId, from: last.id + 1 }, clock.now())];
    return { kind: "done", next: [...(await missedOf(ports, state, channelId, found)), ...rest] };
  },
});

/**
 * A job for each user who may miss any of the messages: it starts at the first message that the user wants. Subscribers are judged
 * once for all topics, apart from those with a policy for a topic, and nobody is looked at again who has a job.
 */
const missedOf = async (
  { userData }: Ports,
  state: RealmState,
  channelId: ChannelId,
  messages: readonly MessageHead[],
): Promise<readonly NewJob[]> => {
  const wants = (userId: UserId, topicPolicy: TopicPolicy): boolean => {
    const user = state.users.get(userId);
    const subscription = state.subscription(userId, channelId);
    if (user === undefined || !subscription?.isActive) return false;
    return wantsMailOf(user.settings, { kind: "channel", subscription, topicPolicy }, []);
  };
  const policiesOf = new Map<string, ReadonlyMap<UserId, TopicPolicy>>();
  for (const topic of new Set(messages.map((message) => foldCase(message.topic))))
    policiesOf.set(topic, await userData.topicPolicies(state.realm.id, channelId, topic));
  const inheriting = new Set<UserId>();
  for (const some of chunksOf(judgedAtOnce)([...state.subscribers(channelId)])) {
    for (const userId of some) if (wants(userId, "inherit")) inheriting.add(userId);
    await nextTurn();
  }
  const jobs = new Map<UserId, NewJob>();
  for (const message of messages.toSorted((a, b) => a.sentAt - b.sentAt)) {
    const policies = policiesOf.get(foldCase(message.topic)) ?? new Map<UserId, TopicPolicy>();
    const readers = [
      ...[...inheriting].filter((userId) => !policies.has(userId)),
      ...[...policies].flatMap(([userId, policy]) =>
        !jobs.has(userId) && wants(userId, policy) ? [userId] : [],
      ),
    ];
    for (const some of chunksOf(judgedAtOnce)(readers)) {
      for (const missed of findMissed(state, message, some, () => true)) {
        jobs.set(missed.userId, missedJob(missed));
        inheriting.delete(missed.userId);
      }
      await nextTurn();
    }
  }
  return [...jobs.values()];
};
