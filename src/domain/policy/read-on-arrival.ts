import type { UserId } from "../ids";
import type { Message } from "../messages/message";
import type { RealmState } from "../state/realm-state";

/** The recipients of a message who muted its sender: it never counts as unread for them. */
export const recipientsWhoMuted = (
  state: RealmState,
  { conversation, senderId }: Pick<Message, "conversation" | "senderId">,
): readonly UserId[] =>
  [...state.mutersOf(senderId)].filter((id) =>
    conversation.kind === "channel"
      ? state.isSubscribed(id, conversation.channelId)
      : conversation.participants.includes(id),
  );
