import * as t from "io-ts";
import { type MessageId, messageIdCodec, type UserId, userIdCodec } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import type { MessageHead } from "../../domain/messages/message";
import type { Flag } from "../../domain/messages/read-state";
import type { Narrow, NarrowTerm } from "../../domain/narrow/narrow";
import {
  isSenderIgnored,
  type NotifiedConversation,
  wantsMailOf,
} from "../../domain/notifications/notification-policy";
import { offlineAfterSeconds } from "../../domain/presence/presence";
import type { RealmState } from "../../domain/state/realm-state";
import { sameButCase } from "../../domain/text/fold-case";
import type { UserTopic } from "../../domain/topics/topic-policy";
import type { User } from "../../domain/users/user";
import { scopeOf } from "../access/message-access";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { afterMinutes, done, type JobHandler } from "../jobs/job-handler";
import { bulkMailJob } from "../mail/mail-payload";
import type { MailedMarks } from "../ports/mail/mailed-marks";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { RealmRegistry } from "../ports/realm/realm-registry";
import type { Clock } from "../ports/system/clock";
import type { UserDataReader } from "../ports/users/user-data-reader";
import type { PresenceBoard } from "../presence/presence-board";
import type { MaybeMissed } from "./internal/find-missed";
import { consideredBefore, firstToConsider } from "./internal/mail-start";
import { type MissedMessage, missedMessagesMail } from "./internal/missed-messages-mail";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: Pick<MessageReader, "heads" | "headsOf" | "contentsOf" | "idAt" | "newestId">;
  readonly readStates: Pick<ReadStateReader, "flagsOf">;
  readonly userData: Pick<UserDataReader, "topics">;
  readonly presence: PresenceBoard;
  readonly mailedMarks: MailedMarks;
  readonly registry: RealmRegistry;
  readonly clock: Clock;
  readonly siteUrl: () => string;
}

/**
 * Most messages in one mail of each kind: direct messages, mentions, messages in followed topics, and in
 * channels.
 */
const mostListed = 20;

/**
 * Checks later whether a user missed a message. A check that already waits for the user stays as scheduled. Two checks of one user
 * never run at once, so that their mails don't overlap.
 */
export const missedJob = ({ userId, messageId, dueAt }: MaybeMissed): NewJob => ({
  kind: "mail_missed_messages",
  key: `${userId}`,
  lane: `${userId}`,
  payload: { userId, messageId },
  dueAt,
});

/**
 * Mails an absent user the unread messages that they want mail about and that no earlier check has considered. The mail is enqueued
 * in the commit that ends this job.
 */
export const mailMissedMessages = (
  ports: Ports,
): JobHandler<{ readonly userId: UserId; readonly messageId: MessageId }> => {
  const hasManyRealms = manyRealms(ports.registry);
  return {
    payload: t.type({ userId: userIdCodec, messageId: messageIdCodec }),
    // One organization alone gets four, as it did before others could come between.
    atOnce: 12,
    atOnceEach: 4,
    delayAfter: afterMinutes([1, 5, 15, 60]),
    run: async ({ realmId, jobId, payload: { userId, messageId } }) => {
      const { directory, messages, presence, mailedMarks, clock, siteUrl } = ports;
      const state = await directory.newest(realmId);
      const reader = state.users.get(userId);
      if (!reader?.isActive || state.realm.isDeactivated) return done;
      // Read first: what comes while this runs is for the next check.
      const upTo = await messages.newestId(realmId, userId);
      if (upTo === undefined) return done;
      const now = clock.now();
      const lastActiveAt = (await presence.lastActiveAt(realmId, [userId])).get(userId);
      const after = await consideredBefore(ports, realmId, userId, jobId);
      const from = Math.max(
        after + 1,
        await firstToConsider(ports, realmId, reader, messageId, lastActiveAt),
      );
      const isHere = lastActiveAt !== undefined && now - lastActiveAt < offlineAfterSeconds * 1000;
      const unread = isHere ? [] : await missedBy(ports, state, reader, from, upTo);
      await mailedMarks.set(realmId, userId, { upTo, after, jobId });
      if (unread.length === 0) return done;
      const context = { state, siteUrl: siteUrl(), hasManyRealms: await hasManyRealms(), now };
      return { kind: "done", next: [bulkMailJob(missedMessagesMail(reader, unread, context), now)] };
    },
  };
};

/** Whether the server has several organizations. Caches a yes, because none is ever removed. */
const manyRealms = (registry: RealmRegistry): (() => Promise<boolean>) => {
  let known = false;
  return async () => {
    known ||= (await registry.page(0, 2)).length > 1;
    return known;
  };
};

/** The kinds of messages that the reader wants mail about. */
const kindsFor = (state: RealmState, { id: userId, settings }: User): readonly Narrow[] => {
  const notMuted: NarrowTerm = { operator: "muted", userId, negated: true };
  const flagged = (flags: readonly Flag[]): NarrowTerm => ({
    operator: "flagged",
    userId,
    flags,
    negated: false,
  });
  const mailed = state
    .subscriptionsOf(userId)
    .filter(
      ({ isActive, emailNotifications }) =>
        isActive && (emailNotifications ?? settings.enableChannelEmailNotifications),
    );
  const channelIds = mailed.map(({ channelId }) => channelId);
  return [
    ...(settings.enableOfflineEmailNotifications
      ? [
          [{ operator: "is-dm", negated: false } as const],
          [flagged(["mentioned"])],
          [flagged(["channel_wildcard_mentioned", "topic_wildcard_mentioned"])],
        ]
      : []),
    ...(settings.enableFollowedTopicEmailNotifications
      ? [[{ operator: "followed", userId, negated: false } as const]]
      : []),
    ...(channelIds.length > 0
      ? [[{ operator: "channels", channelIds, negated: false } as const, notMuted]]
      : []),
  ];
};

/** The unread messages that the reader wants mail about, from one message up to another; oldest first. */
const missedBy = async (
  { messages, readStates, userData, clock }: Ports,
  state: RealmState,
  reader: User,
  from: MessageId,
  upTo: MessageId,
): Promise<readonly MissedMessage[]> => {
  const realmId = state.realm.id;
  const unread: NarrowTerm = { operator: "unread", userId: reader.id, negated: false };
  const scope = scopeOf(state, reader, [], clock.now());
  const found = new Map<MessageId, MessageHead>();
  for (const kind of kindsFor(state, reader)) {
    const window = { scope, narrow: [unread, ...kind], anchor: from, before: 0, after: mostListed };
    const { at, after } = await messages.heads(realmId, window);
    for (const message of [...(at ? [at] : []), ...after])
      if (message.id <= upTo) found.set(message.id, message);
  }
  if (found.size === 0) return [];
  const flagsById = await readStates.flagsOf(realmId, reader.id, [...found.keys()]);
  const topics = await userData.topics(realmId, reader.id);
  const missed = [...found.values()]
    .filter(({ senderId }) => !isSenderIgnored(senderId, reader))
    .filter((message) => {
      const place = placeFor(state, reader, message, topics);
      return place !== undefined && wantsMailOf(reader.settings, place, flagsById.get(message.id) ?? []);
    })
    .sort((a, b) => a.id - b.id);
  const contents = await messages.contentsOf(
    realmId,
    missed.map(({ id }) => id),
  );
  return missed.flatMap((head) => {
    const content = contents.get(head.id);
    return content === undefined ? [] : [{ ...head, content }];
  });
};

/** The reader's settings for the message's channel and topic; undefined if they have left the channel. */
const placeFor = (
  state: RealmState,
  reader: User,
  { conversation, topic }: MessageHead,
  topics: readonly UserTopic[],
): NotifiedConversation | undefined => {
  if (conversation.kind === "direct") return { kind: "direct" };
  const { channelId } = conversation;
  const known = topics.find((one) => one.channelId === channelId && sameButCase(one.topic, topic));
  const subscription = state.subscription(reader.id, channelId);
  return subscription && { kind: "channel", subscription, topicPolicy: known?.policy ?? "inherit" };
};
