import * as E from "fp-ts/Either";
import type { Channel } from "../../../domain/channels/channel";
import type { MessageTopic } from "../../../domain/events/message-event";
import type { ChannelId, RealmId, UserId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import { readsWholeHistory } from "../../../domain/policy/channel-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { raisedPolicy } from "../../../domain/topics/topic-policy";
import type { User } from "../../../domain/users/user";
import { sizeOf } from "../../../domain/users/user-list-limits";
import { channelScope } from "../../access/message-access";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { UserDataReader } from "../../ports/users/user-data-reader";
import type { Preparation } from "../../prepared-outside";
import type { Transaction } from "../../transaction";
import { checkListRoom } from "../../users/shared/list-limit";
import type { KnownTopics } from "./known-topics";

/** A user's new policy for a topic after taking part in it. */
export type RaisedPolicy = NonNullable<ReturnType<typeof raisedPolicy>>;

interface Readers {
  readonly messages: MessageReader;
  readonly userData: UserDataReader;
  readonly knownTopics: KnownTopics;
}

const hasNoneBefore = async (
  { messages, knownTopics }: Readers,
  realmId: RealmId,
  user: User,
  channel: Channel,
  topic: string,
): Promise<boolean> => {
  if (readsWholeHistory(channel)) return !(await knownTopics.has(realmId, channel.conversationId, topic));
  const span = { conversationId: channel.conversationId, topic, scope: channelScope(user, channel) };
  return (await messages.inTopic(realmId, span, 1)).length === 0;
};

/**
 * The policy that sending gives the topic for its sender; undefined if it stays. Read outside the lane, so that sends don't wait
 * for it.
 */
export const policyBySending = (
  readers: Readers,
  state: RealmState,
  user: User,
  { conversation, topic }: MessageTopic,
): Preparation<RaisedPolicy | undefined> => {
  const channel = state.channels.get(conversation.channelId);
  if (user.bot !== null || channel === undefined) return { basis: null, make: async () => undefined };
  const { automaticallyFollowTopicsPolicy, automaticallyUnmuteTopicsInMutedChannelsPolicy } = user.settings;
  const settings = { automaticallyFollowTopicsPolicy, automaticallyUnmuteTopicsInMutedChannelsPolicy };
  const isChannelMuted = state.subscription(user.id, channel.id)?.isMuted ?? false;
  return {
    basis: { settings, isChannelMuted, channelId: channel.id, readsAll: readsWholeHistory(channel) },
    make: async () => {
      const untouched = { policy: "inherit", isChannelMuted } as const;
      // Usually the settings alone show that nothing changes, without reading the user's policy.
      const bySend = raisedPolicy(settings, untouched, "send");
      const byStart = raisedPolicy(settings, untouched, "start");
      const starts =
        byStart !== bySend && (await hasNoneBefore(readers, state.realm.id, user, channel, topic));
      if ((starts ? byStart : bySend) === undefined) return undefined;
      const policy = await readers.userData.topicPolicy(state.realm.id, user.id, channel.id, topic);
      return raisedPolicy(settings, { policy, isChannelMuted }, starts ? "start" : "send");
    },
  };
};

/** Raises the topic's policy for a user who reacts to or interacts with one of its messages. */
export const raiseByTakingPart = async (
  tx: Transaction,
  userId: UserId,
  { conversation, topic }: Pick<Message, "conversation" | "topic">,
): Promise<void> => {
  const user = tx.state.users.get(userId);
  if (conversation.kind === "direct" || user === undefined || user.bot !== null) return;
  const { channelId } = conversation;
  const isChannelMuted = tx.state.subscription(userId, channelId)?.isMuted ?? false;
  const policy = await tx.userData.topicPolicy(tx.state.realm.id, userId, channelId, topic);
  const raised = raisedPolicy(user.settings, { policy, isChannelMuted }, "take part");
  if (raised) await raisePolicy(tx, userId, { channelId, topic }, raised);
};

/** Makes mentioned users follow the topic, if their settings say so, unless they have muted it. */
export const followTopicIfMentioned = async (
  tx: Transaction,
  userIds: readonly UserId[],
  place: { readonly channelId: ChannelId; readonly topic: string },
): Promise<void> => {
  for (const id of userIds) {
    const user = tx.state.users.get(id);
    if (user?.bot === null && user.settings.automaticallyFollowTopicsWhereMentioned)
      await raisePolicy(tx, id, place, "followed", { unlessMuted: true });
  }
};

/** Sets the policy. @returns whether it changed: another message of the user may have set it just before. */
export const raisePolicy = async (
  tx: Transaction,
  userId: UserId,
  { channelId, topic }: { readonly channelId: ChannelId; readonly topic: string },
  policy: RaisedPolicy,
  { unlessMuted = false } = {},
): Promise<boolean> => {
  const realmId = tx.state.realm.id;
  const before = await tx.userData.topicPolicy(realmId, userId, channelId, topic);
  if (before === policy || (unlessMuted && before === "muted")) return false;
  if (before === "inherit") {
    const room = await checkListRoom(tx, { realmId, userId }, "topics", { count: 1, size: sizeOf(topic) });
    // Users at the limit of topic policies can still take part; their policy just doesn't change.
    if (E.isLeft(room)) return false;
  }
  const setAt = Math.floor(tx.now / 1000);
  tx.append({ type: "topic_policy_set", userId, channelId, topic, policy, setAt });
  return true;
};
