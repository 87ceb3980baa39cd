import { groupBy } from "fp-ts/NonEmptyArray";
import { compactIds } from "../../../domain/collections/compact-ids";
import type { MessageTopic } from "../../../domain/events/message-event";
import type { CarriedPolicies } from "../../../domain/events/topic-event";
import type { UserId } from "../../../domain/ids";
import type { ReachOfAny } from "../../../domain/messages/message-reach";
import { canReadContent } from "../../../domain/policy/channel-access";
import { knowsAnyMoved } from "../../../domain/policy/known-messages";
import { sameButCase } from "../../../domain/text/fold-case";
import { mergedPolicy, type TopicPolicy } from "../../../domain/topics/topic-policy";
import type { Transaction } from "../../transaction";

/** One slice of users whose topic policies are carried over. */
interface CarriedSlice {
  readonly carry: () => void;
  /** The last user of the slice; undefined if no users remain. */
  readonly upTo: UserId | undefined;
}

/** Users per slice, which one event carries over. */
const sliceSize = 1000;

/** What happens to a user's policies. */
interface Change extends Pick<CarriedPolicies, "hadPolicy"> {
  readonly userId: UserId;
  readonly policy: TopicPolicy | undefined;
}

/** A move of a whole topic. */
interface WholeMove {
  readonly from: MessageTopic;
  readonly to: MessageTopic;
  /** Who had received its messages. */
  readonly reach: ReachOfAny;
}

/**
 * Carries users' topic policies over to the new topic of a whole move, merging them with existing policies there.
 * Users who can't read the new place lose theirs. Users who may not know about any of the messages keep theirs
 * unchanged, so that they learn nothing. `joins` says whether the new topic existed before. Each call handles a slice
 * of users with ids greater than `after`.
 */
export const carryPolicies = async (
  tx: Transaction,
  { from, to, reach }: WholeMove,
  joins: boolean,
  after: UserId,
): Promise<CarriedSlice> => {
  const realmId = tx.state.realm.id;
  const [fromId, toId] = [from.conversation.channelId, to.conversation.channelId];
  if (fromId === toId && sameButCase(from.topic, to.topic)) return { carry: () => {}, upTo: undefined };
  const before = await tx.userData.topicPolicies(realmId, fromId, from.topic, after, sliceSize);
  const existing = await tx.userData.topicPolicies(realmId, toId, to.topic, after, sliceSize);
  const ends = [before, existing].flatMap((policies) =>
    policies.size < sliceSize ? [] : [Math.max(...policies.keys())],
  );
  const upTo = ends.length === 0 ? undefined : Math.min(...ends);
  const carry = (): void => {
    const channel = tx.state.channels.get(toId);
    const changes: Change[] = [];
    for (const userId of new Set([...before.keys(), ...(joins ? existing.keys() : [])])) {
      const user = tx.state.users.get(userId);
      if (user === undefined || channel === undefined || userId > (upTo ?? userId)) continue;
      if (!knowsAnyMoved(tx.state, user, { from, to }, reach, tx.now)) continue;
      const previous = before.get(userId) ?? "inherit";
      const target = existing.get(userId) ?? "inherit";
      const canRead = canReadContent(tx.state, user, channel, tx.now);
      const merged = joins ? mergedPolicy(previous, target) : previous;
      const hadPolicy = previous !== "inherit";
      const policy = canRead && merged !== target ? merged : undefined;
      if (hadPolicy || policy !== undefined) changes.push({ userId, hadPolicy, policy });
    }
    if (changes.length === 0) return;
    const alike = groupBy(({ hadPolicy, policy }: Change) => `${hadPolicy} ${policy}`)(changes);
    tx.append({
      type: "topic_policies_carried",
      from: { channelId: fromId, topic: from.topic },
      to: { channelId: toId, topic: to.topic },
      carried: Object.values(alike).map((users) => {
        const [{ hadPolicy, policy }] = users;
        return {
          userIds: compactIds(users.map(({ userId }) => userId)),
          hadPolicy,
          ...(policy !== undefined && { policy }),
        };
      }),
      setAt: Math.floor(tx.now / 1000),
    });
  };
  return { carry, upTo };
};
