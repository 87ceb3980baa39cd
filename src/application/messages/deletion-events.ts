import type { RealmEvent } from "../../domain/event";
import type { EventOf } from "../../domain/event-family";
import { foldCase } from "../../domain/fold-case";
import { groupedBy } from "../../domain/grouped-by";
import { firstMessagesWithout } from "../channels/first-messages";
import type { MessagePlace } from "../ports/message-scope";
import type { Transaction } from "../transaction";
import { reachByConversation } from "./reach-of-messages";

type Deletion = EventOf<RealmEvent, "messages_deleted">;

const mostAtOnce = 1000;

/**
 * The events that delete messages: one per topic, and one per thousand messages of it. The last of a channel tells what
 * its first message is then, if that changes.
 */
export const deletionsOf = async (
  tx: Pick<Transaction, "state" | "messages" | "readStates" | "now">,
  messages: readonly MessagePlace[],
): Promise<readonly Deletion[]> => {
  const reachOf = await reachByConversation(tx, messages);
  const firsts = new Map(await firstMessagesWithout(tx, messages));
  const topics = groupedBy(messages, ({ conversation, topic }) => `${conversation.id} ${foldCase(topic)}`);
  const deletions = [...topics.values()].flatMap((inTopic) =>
    chunksOf(inTopic).map(([{ conversation, topic }, messageIds]) => ({
      type: "messages_deleted" as const,
      conversation,
      topic,
      messageIds,
      deletedAt: tx.now,
      ...reachOf(conversation, messageIds),
    })),
  );
  return deletions
    .toReversed()
    .map((deletion) => {
      const { id } = deletion.conversation;
      const firstMessageId = firsts.get(id);
      firsts.delete(id);
      return firstMessageId === undefined ? deletion : { ...deletion, firstMessageId };
    })
    .toReversed();
};

/** The first message of each thousand, with the ids of all. */
const chunksOf = (inTopic: readonly MessagePlace[]): readonly [MessagePlace, readonly number[]][] => {
  const [first] = inTopic;
  if (first === undefined) return [];
  const ids = inTopic.slice(0, mostAtOnce).map(({ id }) => id);
  return [[first, ids], ...chunksOf(inTopic.slice(mostAtOnce))];
};
