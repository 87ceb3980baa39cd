import { groupedBy } from "../../../domain/collections/grouped-by";
import type { RealmEvent } from "../../../domain/events/event";
import type { EventOf } from "../../../domain/events/event-family";
import { foldCase } from "../../../domain/text/fold-case";
import { firstMessagesWithout } from "../../channels/shared/first-messages";
import type { MessagePlace } from "../../ports/messages/message-scope";
import type { Transaction } from "../../transaction";
import { reachByConversation } from "./reach-of-messages";

type Deletion = EventOf<RealmEvent, "messages_deleted">;

const eventSize = 1000;

/**
 * The events that delete messages: one per topic, and one per thousand messages of it. If a deletion removes a
 * channel's first message, the channel's last event names the new first one.
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

/** The messages in chunks of one event each: the chunk's first message and the ids of all. */
const chunksOf = (inTopic: readonly MessagePlace[]): readonly [MessagePlace, readonly number[]][] => {
  const [first] = inTopic;
  if (first === undefined) return [];
  const ids = inTopic.slice(0, eventSize).map(({ id }) => id);
  return [[first, ids], ...chunksOf(inTopic.slice(eventSize))];
};
