import { canReadContent } from "../../domain/channel-access";
import type { MessageTopic } from "../../domain/message-event";
import { mergedPolicy, type TopicPolicy } from "../../domain/topic-policy";
import type { Transaction } from "../transaction";

/**
 * How people have a topic goes with it when all of it is moved, and merges with how they have the topic that it
 * becomes part of. Who can't read the new place just loses it. Gives the work that is left when the messages are
 * moved: what was there before has to be looked at first.
 */
export const carryPolicies = async (
  tx: Transaction,
  from: MessageTopic,
  to: MessageTopic,
): Promise<() => void> => {
  const realmId = tx.state.realm.id;
  const [fromId, toId] = [from.conversation.channelId, to.conversation.channelId];
  if (fromId === toId && from.topic.toLowerCase() === to.topic.toLowerCase()) return () => {};
  const before = await tx.personal.topicPolicies(realmId, fromId, from.topic);
  const there = await tx.personal.topicPolicies(realmId, toId, to.topic);
  const joins = await tx.messages.hasTopic(realmId, to.conversation.id, to.topic);
  const set = (userId: number, channelId: number, topic: string, policy: TopicPolicy): void =>
    tx.append({
      ...{ type: "topic_policy_set", userId, channelId, topic, policy },
      setAt: Math.floor(tx.now / 1000),
    });
  return () => {
    const channel = tx.state.channels.get(toId);
    for (const userId of new Set([...before.keys(), ...(joins ? there.keys() : [])])) {
      const user = tx.state.users.get(userId);
      if (user === undefined || channel === undefined) continue;
      const own = before.get(userId) ?? "inherit";
      const target = there.get(userId) ?? "inherit";
      if (own !== "inherit") set(userId, fromId, from.topic, "inherit");
      if (!canReadContent(tx.state, user, channel, tx.now)) continue;
      const merged = joins ? mergedPolicy(own, target) : own;
      if (merged !== target) set(userId, toId, to.topic, merged);
    }
  };
};
