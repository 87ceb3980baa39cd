import type { Message } from "../../../domain/messages/message";
import { narrowFragment } from "../../../domain/narrow/narrow-url";
import type { RealmState } from "../../../domain/state/realm-state";

/** The relative URL of a message, for links in Markdown. */
export const messageLink = (
  state: RealmState,
  { id, conversation, topic }: Pick<Message, "id" | "conversation" | "topic">,
): string => {
  if (conversation.kind === "direct") return `#narrow/dm/${conversation.participants.join(",")}/near/${id}`;
  const { channelId } = conversation;
  const channel = { id: channelId, name: state.channels.get(channelId)?.name ?? "" };
  return narrowFragment(channel, topic, { operator: "near", messageId: id });
};
