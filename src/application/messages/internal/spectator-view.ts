import type { ConversationId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import { isOpenToSpectators } from "../../../domain/policy/channel-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { FlaggedMessage } from "../../access/message-access";

/** A message as spectators see it: always read. */
export const asRead = (message: Message): FlaggedMessage => ({ message, flags: ["read"] });

/** Conversations of the channels that are open to spectators. */
export const openConversations = (state: RealmState): readonly ConversationId[] =>
  [...state.channels.values()]
    .filter((channel) => isOpenToSpectators(state, channel))
    .map(({ conversationId }) => conversationId);
