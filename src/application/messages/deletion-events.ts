import type { RealmEvent } from "../../domain/event";
import type { MessagePlace } from "../ports/message-scope";

const mostAtOnce = 1000;

/** The events that delete messages: by topic, a thousand at most in each. */
export const deletionsOf = (messages: readonly MessagePlace[], deletedAt: number): readonly RealmEvent[] => {
  const groups = new Map<string, MessagePlace[]>();
  for (const message of messages) {
    const key = `${message.conversation.id} ${message.topic.toLowerCase()}`;
    groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  return [...groups.values()].flatMap((group) => chunks(group, deletedAt));
};

const chunks = (group: readonly MessagePlace[], deletedAt: number): readonly RealmEvent[] => {
  const [first] = group;
  if (first === undefined) return [];
  const { conversation, topic } = first;
  const messageIds = group.slice(0, mostAtOnce).map(({ id }) => id);
  return [
    { type: "messages_deleted", conversation, topic, messageIds, deletedAt },
    ...chunks(group.slice(mostAtOnce), deletedAt),
  ];
};
