import { canReadContent } from "../../domain/channel-access";
import { sameButCase } from "../../domain/fold-case";
import type { MessageTopic } from "../../domain/message-event";
import { knowsAnyMoved, type ReachOfAny } from "../../domain/message-reach";
import { mergedPolicy, type TopicPolicy } from "../../domain/topic-policy";
import type { Transaction } from "../transaction";

/** How people have a topic is taken along for some of them at a time. */
interface CarriedSlice {
  readonly carry: () => void;
  /** The last user of the slice; undefined where nobody is left after it. */
  readonly upTo: number | undefined;
}

/** People in one slice: each may need two events. */
const sliceSize = 500;

/** All of a topic that goes to another one. */
interface WholeMove {
  readonly from: MessageTopic;
  readonly to: MessageTopic;
  /** Whom its messages had reached where they come from. */
  readonly reach: ReachOfAny;
}

/**
 * How people have a topic goes with it when all of it is moved, and merges with how they have the topic that it becomes
 * part of. People who can't read the new place lose it. People who may know of none of the messages keep everything as
 * it is, and so learn nothing. `joins` says whether there was such a topic before; people come in slices, those with ids
 * beyond `after`.
 */
export const carryPolicies = async (
  tx: Transaction,
  { from, to, reach }: WholeMove,
  joins: boolean,
  after: number,
): Promise<CarriedSlice> => {
  const realmId = tx.state.realm.id;
  const [fromId, toId] = [from.conversation.channelId, to.conversation.channelId];
  if (fromId === toId && sameButCase(from.topic, to.topic)) return { carry: () => {}, upTo: undefined };
  const before = await tx.personal.topicPolicies(realmId, fromId, from.topic, after, sliceSize);
  const there = await tx.personal.topicPolicies(realmId, toId, to.topic, after, sliceSize);
  const ends = [before, there].flatMap((policies) =>
    policies.size < sliceSize ? [] : [Math.max(...policies.keys())],
  );
  const upTo = ends.length === 0 ? undefined : Math.min(...ends);
  const set = (userId: number, channelId: number, topic: string, policy: TopicPolicy): void =>
    tx.append({
      type: "topic_policy_set",
      userId,
      channelId,
      topic,
      policy,
      setAt: Math.floor(tx.now / 1000),
    });
  const carry = (): void => {
    const channel = tx.state.channels.get(toId);
    for (const userId of new Set([...before.keys(), ...(joins ? there.keys() : [])])) {
      const user = tx.state.users.get(userId);
      if (user === undefined || channel === undefined || userId > (upTo ?? userId)) continue;
      if (!knowsAnyMoved(tx.state, user, { from, to }, reach, tx.now)) continue;
      const own = before.get(userId) ?? "inherit";
      const target = there.get(userId) ?? "inherit";
      if (own !== "inherit") set(userId, fromId, from.topic, "inherit");
      if (!canReadContent(tx.state, user, channel, tx.now)) continue;
      const merged = joins ? mergedPolicy(own, target) : own;
      if (merged !== target) set(userId, toId, to.topic, merged);
    }
  };
  return { carry, upTo };
};
