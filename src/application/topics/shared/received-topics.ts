import * as ranges from "../../../domain/collections/id-ranges";
import type { ConversationId, RealmId, UserId } from "../../../domain/ids";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { ReadStateReader } from "../../ports/messages/read-state-reader";
import type { Topic } from "../../ports/topics/topic-reader";

interface Ports {
  readonly messages: Pick<MessageReader, "topicsWithin">;
  readonly readStates: Pick<ReadStateReader, "receivedIn">;
}

/** The topics of a channel of which a user received messages, given all of its topics; newest first. */
export const receivedTopics = async (
  { messages, readStates }: Ports,
  realmId: RealmId,
  userId: UserId,
  conversationId: ConversationId,
  all: readonly Topic[],
): Promise<readonly Topic[]> => {
  const received = await readStates.receivedIn(realmId, userId, conversationId);
  const [oldest] = received;
  if (oldest === undefined) return [];
  const isReceived = ({ newestMessageId }: Topic): boolean => ranges.includes(received, newestMessageId);
  const [least] = oldest;
  // Only a user who was away has topics with newer messages than they received.
  const withNewer = all.filter((topic) => topic.newestMessageId >= least && !isReceived(topic));
  if (withNewer.length === 0) return all.filter(isReceived);
  const names = withNewer.map(({ name }) => name);
  const older = await messages.topicsWithin(realmId, conversationId, names, received);
  return [...all.filter(isReceived), ...older].sort(
    (one, other) => other.newestMessageId - one.newestMessageId,
  );
};
