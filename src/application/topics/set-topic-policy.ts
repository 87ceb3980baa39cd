import { isLeft, left, right } from "fp-ts/Either";
import { normalizeTopic } from "../../domain/message";
import { sizeOf } from "../../domain/own-lists";
import type { TopicPolicy } from "../../domain/topic-policy";
import { type Caller, callerIn, type Result } from "../caller";
import { channelToRead } from "../channels/find-channel";
import { fullRefusal } from "../own-list-refusal";
import type { InTransaction } from "../transaction";

/** Mutes, unmutes or follows a topic for the caller, or leaves it to its channel. */
export const setTopicPolicy =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, channelId: number, wantedTopic: string, policy: TopicPolicy): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { realmId, userId } = caller;
      const topic = normalizeTopic(wantedTopic);
      const before = await tx.personal.topicPolicy(realmId, userId, channelId, topic);
      // What was set before can be taken back also where one no longer reads.
      if (policy !== "inherit" || before === "inherit") {
        const channel = channelToRead(tx.state, user.right, channelId, tx.now);
        if (isLeft(channel)) return channel;
      }
      if (before === "inherit" && policy !== "inherit") {
        const full = await fullRefusal(tx, caller, "topics", { count: 1, size: sizeOf(topic) });
        if (full) return left(full);
      }
      if (before !== policy)
        tx.append({
          type: "topic_policy_set",
          userId,
          channelId,
          topic,
          policy,
          setAt: Math.floor(tx.now / 1000),
        });
      return right(undefined);
    });
