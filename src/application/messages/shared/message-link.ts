import type { Message } from "../../../domain/messages/message";
import type { RealmState } from "../../../domain/state/realm-state";

/** Encodes text for a URL fragment, as clients do. */
const encodeFragment = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(".", "%2E")
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");

/** The relative URL of a message, for links in Markdown. */
export const messageLink = (
  state: RealmState,
  { id, conversation, topic }: Pick<Message, "id" | "conversation" | "topic">,
): string => {
  if (conversation.kind === "direct") return `#narrow/dm/${conversation.participants.join(",")}/near/${id}`;
  const name = state.channels.get(conversation.channelId)?.name ?? "";
  const channel = `${conversation.channelId}-${encodeFragment(name.replaceAll(" ", "-"))}`;
  return `#narrow/channel/${channel}/topic/${encodeFragment(topic)}/near/${id}`;
};
