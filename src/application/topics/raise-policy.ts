import type { Channel } from "../../domain/channel";
import { readsWholeHistory } from "../../domain/channel-access";
import type { Message } from "../../domain/message";
import { sizeOf } from "../../domain/own-lists";
import type { RealmState } from "../../domain/realm-state";
import { raisedPolicy } from "../../domain/topic-policy";
import type { User } from "../../domain/user";
import { channelScope } from "../messages/message-access";
import type { Target } from "../messages/message-target";
import { fullRefusal } from "../own-list-refusal";
import type { MessageReader } from "../ports/message-reader";
import type { PersonalReader } from "../ports/personal-reader";
import type { Transaction } from "../transaction";
import type { KnownTopics } from "./known-topics";

/** What a user's policy for a topic became by what they did there. */
export type RaisedPolicy = NonNullable<ReturnType<typeof raisedPolicy>>;

interface Readers {
  readonly messages: MessageReader;
  readonly personal: PersonalReader;
  readonly knownTopics: KnownTopics;
}

const hasNoneBefore = async (
  { messages, knownTopics }: Readers,
  realmId: number,
  user: User,
  channel: Channel,
  topic: string,
): Promise<boolean> => {
  if (readsWholeHistory(channel)) return !(await knownTopics.has(realmId, channel.conversationId, topic));
  const span = { conversationId: channel.conversationId, topic, scope: channelScope(user, channel) };
  return (await messages.inTopic(realmId, span, 1)).length === 0;
};

/**
 * What a topic becomes for somebody who sends to it; undefined where it stays. Read beside the transaction,
 * so that sends don't wait for it.
 */
export const policyBySending = async (
  readers: Readers,
  state: RealmState,
  user: User,
  { conversation, topic }: Extract<Target, { kind: "channel" }>,
): Promise<RaisedPolicy | undefined> => {
  const channel = state.channels.get(conversation.channelId);
  if (user.bot !== null || channel === undefined) return undefined;
  const { settings } = user;
  const isChannelMuted = state.subscription(user.id, channel.id)?.isMuted ?? false;
  const untouched = { policy: "inherit", isChannelMuted } as const;
  // Most settings and topics leave nothing to raise: that is found without the user's own policy.
  const bySend = raisedPolicy(settings, untouched, "send");
  const byStart = raisedPolicy(settings, untouched, "start");
  const starts = byStart !== bySend && (await hasNoneBefore(readers, state.realm.id, user, channel, topic));
  if ((starts ? byStart : bySend) === undefined) return undefined;
  const policy = await readers.personal.topicPolicy(state.realm.id, user.id, channel.id, topic);
  return raisedPolicy(settings, { policy, isChannelMuted }, starts ? "start" : "send");
};

/** The same for somebody who does something with a message that is there. */
export const raiseByTakingPart = async (
  tx: Transaction,
  userId: number,
  { conversation, topic }: Pick<Message, "conversation" | "topic">,
): Promise<void> => {
  const user = tx.state.users.get(userId);
  if (conversation.kind === "direct" || user === undefined || user.bot !== null) return;
  const { channelId } = conversation;
  const isChannelMuted = tx.state.subscription(userId, channelId)?.isMuted ?? false;
  const policy = await tx.personal.topicPolicy(tx.state.realm.id, userId, channelId, topic);
  const raised = raisedPolicy(user.settings, { policy, isChannelMuted }, "take part");
  if (raised) await raisePolicy(tx, userId, { channelId, topic }, raised);
};

/** Those who are called by name follow the topic, if they want that of topics where they are. */
export const followWhereMentioned = async (
  tx: Transaction,
  userIds: readonly number[],
  place: { readonly channelId: number; readonly topic: string },
): Promise<void> => {
  for (const id of userIds) {
    const user = tx.state.users.get(id);
    if (user?.bot === null && user.settings.automaticallyFollowTopicsWhereMentioned)
      await raisePolicy(tx, id, place, "followed");
  }
};

/** Says whether that changed anything: another message of the user's may have done it just before. */
export const raisePolicy = async (
  tx: Transaction,
  userId: number,
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  policy: RaisedPolicy,
): Promise<boolean> => {
  const realmId = tx.state.realm.id;
  const before = await tx.personal.topicPolicy(realmId, userId, channelId, topic);
  if (before === policy) return false;
  // Who has as many topics as one can have goes on taking part, and has no more of them.
  const added = { count: 1, size: sizeOf(topic) };
  if (before === "inherit" && (await fullRefusal(tx, { realmId, userId }, "topics", added))) return false;
  const setAt = Math.floor(tx.now / 1000);
  tx.append({ type: "topic_policy_set", userId, channelId, topic, policy, setAt });
  return true;
};
