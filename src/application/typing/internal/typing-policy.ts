import {
  channelTypingDisabled,
  directTypingDisabled,
  type TypingError,
} from "../../../domain/messages/typing-refusals";
import type { TypingConversation } from "../../../domain/queues/signal";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";

/** Larger groups get no typing notifications. */
const largestAudience = 100;

/** Whether the conversation has few enough readers for typing notifications. */
export const isAudienceSmallEnough = (state: RealmState, conversation: TypingConversation): boolean =>
  (conversation.kind === "channel"
    ? state.subscribers(conversation.channelId).size
    : conversation.participants.length) <= largestAudience;

/** Why the user sends no typing notifications of this kind; undefined if they do. */
export const typingRefusal = (
  { settings }: User,
  kind: TypingConversation["kind"],
): TypingError | undefined => {
  if (kind === "channel") return settings.sendChannelTypingNotifications ? undefined : channelTypingDisabled;
  return settings.sendDirectTypingNotifications ? undefined : directTypingDisabled;
};
