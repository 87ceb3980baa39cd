import type { ChannelId, MessageId, RealmId, UserId } from "../../../domain/ids";
import type { MessageHead } from "../../../domain/messages/message";
import type { Narrow, NarrowTerm } from "../../../domain/narrow/narrow";
import { normalizeTopic } from "../../../domain/topics/topic";
import type { MessageReader } from "../../ports/messages/message-reader";

/** Messages found at once and marked in one commit. */
export const sliceSize = 2500;

interface Reader {
  readonly realmId: RealmId;
  readonly userId: UserId;
}

interface UnreadBelow {
  readonly channelId: ChannelId;
  readonly topic?: string | undefined;
  readonly anchor: MessageId;
}

/** A user's newest unread messages of a channel with ids below the anchor, as many as one slice marks. */
export const unreadBelow = (
  messages: MessageReader,
  reader: Reader,
  { channelId, topic, anchor }: UnreadBelow,
): Promise<readonly MessageHead[]> => {
  const inTopic: readonly NarrowTerm[] =
    topic === undefined ? [] : [{ operator: "topic", topic: normalizeTopic(topic), negated: false }];
  return unreadIn(messages, reader, [{ operator: "channel", channelId, negated: false }, ...inTopic], anchor);
};

/** A user's newest unread messages in a narrow with ids below the anchor, as many as one slice marks. */
export const unreadIn = async (
  messages: MessageReader,
  { realmId, userId }: Reader,
  narrow: Narrow,
  anchor: MessageId,
): Promise<readonly MessageHead[]> => {
  const found = await messages.heads(realmId, {
    scope: { kind: "received", userId },
    narrow: [{ operator: "unread", userId, negated: false }, ...narrow],
    anchor,
    before: sliceSize,
    after: 0,
  });
  return found.before;
};
