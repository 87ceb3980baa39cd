import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import { normalizeTopic } from "../../domain/topics/topic";
import type { TopicPolicy } from "../../domain/topics/topic-policy";
import { sizeOf } from "../../domain/users/user-list-limits";
import { channelToRead } from "../access/find-channel";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkListRoom } from "../users/shared/list-limit";

/** Mutes, unmutes or follows a topic for the caller, or resets it to the channel's setting. */
export const setTopicPolicy =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    channelId: ChannelId,
    wantedTopic: string,
    policy: TopicPolicy,
  ): TaskEither<CallerError | ChannelError | LimitError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const { realmId, userId } = caller;
      const topic = normalizeTopic(wantedTopic);
      const before = await tx.userData.topicPolicy(realmId, userId, channelId, topic);
      // Users can reset a policy even in a channel they can no longer read.
      if (policy !== "inherit" || before === "inherit") {
        const channel = channelToRead(tx.state, user, channelId, tx.now);
        if (E.isLeft(channel)) return channel;
      }
      if (before === "inherit" && policy !== "inherit") {
        const room = await checkListRoom(tx, caller, "topics", { count: 1, size: sizeOf(topic) });
        if (E.isLeft(room)) return room;
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
      return E.right(undefined);
    });
