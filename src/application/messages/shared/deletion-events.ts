import { groupedBy } from "../../../domain/collections/grouped-by";
import type { RealmEvent } from "../../../domain/events/event";
import type { EventOf } from "../../../domain/events/event-family";
import type { MessageId } from "../../../domain/ids";
import { foldCase } from "../../../domain/text/fold-case";
import { firstMessagesWithout } from "../../channels/shared/first-messages";
import type { MessagePlace } from "../../ports/messages/message-scope";
import type { Transaction } from "../../transaction";
import { reachByConversation } from "./reach-of-messages";

type Deletion = EventOf<RealmEvent, "messages_deleted">;

type Reads = Pick<Transaction, "state" | "messages" | "readStates" | "now">;

const eventSize = 1000;

/**
 * The events that delete messages: one per topic, and one per thousand messages of it. If a deletion removes a
 * channel's first message, the channel's last event names the new first one.
 */
export const deletionsOf = async (
  tx: Reads,
  messages: readonly MessagePlace[],
): Promise<readonly Deletion[]> => (await deletionsInParts(tx, [messages])).flat();

/** Like `deletionsOf`, for parts that are deleted one after another in one commit: the events of each. */
export const deletionsInParts = async (
  tx: Reads,
  parts: readonly (readonly MessagePlace[])[],
): Promise<readonly (readonly Deletion[])[]> => {
  const all = parts.flat();
  const reachOf = await reachByConversation(tx, all);
  const firsts = new Map(await firstMessagesWithout(tx, all));
  const deletions = parts.map((messages) => {
    const topics = groupedBy(messages, ({ conversation, topic }) => `${conversation.id} ${foldCase(topic)}`);
    return [...topics.values()].flatMap((inTopic) =>
      chunksOf(inTopic).map(([{ conversation, topic }, messageIds]) => ({
        type: "messages_deleted" as const,
        conversation,
        topic,
        messageIds,
        deletedAt: tx.now,
        ...reachOf(conversation, messageIds),
      })),
    );
  });
  const withFirst = (deletion: Deletion): Deletion => {
    const { id } = deletion.conversation;
    const firstMessageId = firsts.get(id);
    firsts.delete(id);
    return firstMessageId === undefined ? deletion : { ...deletion, firstMessageId };
  };
  return deletions
    .toReversed()
    .map((part) => part.toReversed().map(withFirst).toReversed())
    .toReversed();
};

/** The messages in chunks of one event each: the chunk's first message and the ids of all. */
const chunksOf = (inTopic: readonly MessagePlace[]): readonly [MessagePlace, readonly MessageId[]][] => {
  const [first] = inTopic;
  if (first === undefined) return [];
  const ids = inTopic.slice(0, eventSize).map(({ id }) => id);
  return [[first, ids], ...chunksOf(inTopic.slice(eventSize))];
};
