import type { Message } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";

/** As clients write text in the part of an address behind `#`. */
const inHash = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(".", "%2E")
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");

/** Where clients show a message, as a link in Markdown has it. */
export const messageLink = (
  state: RealmState,
  { id, conversation, topic }: Pick<Message, "id" | "conversation" | "topic">,
): string => {
  if (conversation.kind === "direct") return `#narrow/dm/${conversation.participants.join(",")}/near/${id}`;
  const name = state.channels.get(conversation.channelId)?.name ?? "";
  const channel = `${conversation.channelId}-${inHash(name.replaceAll(" ", "-"))}`;
  return `#narrow/channel/${channel}/topic/${inHash(topic)}/near/${id}`;
};
