import * as E from "fp-ts/Either";
import type { TypingConversation } from "../../../domain/queues/signal";
import type { RealmState } from "../../../domain/state/realm-state";
import {
  channelTypingDisabled,
  directTypingDisabled,
  type TypingError,
} from "../../../domain/typing/refusals";
import type { User } from "../../../domain/users/user";

/** Larger groups get no typing notifications. */
const largestAudience = 100;

/** Whether the conversation has few enough readers for typing notifications. */
export const isAudienceSmallEnough = (state: RealmState, conversation: TypingConversation): boolean =>
  (conversation.kind === "channel"
    ? state.subscribers(conversation.channelId).size
    : conversation.participants.length) <= largestAudience;

/** Whether the user sends typing notifications of this kind. */
export const checkTyping = (
  { settings }: User,
  kind: TypingConversation["kind"],
): E.Either<TypingError, undefined> => {
  if (kind === "channel")
    return settings.sendChannelTypingNotifications ? E.right(undefined) : E.left(channelTypingDisabled);
  return settings.sendDirectTypingNotifications ? E.right(undefined) : E.left(directTypingDisabled);
};
