import { isOpenToSpectators } from "../../domain/channel-access";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { guestsSeeEveryone } from "../../domain/user-access";
import type { ConversationReader } from "../ports/conversation-reader";

/** Of so many messages in each channel the senders are listed; older messages name their own. */
const newestInChannel = 500;

/**
 * Whom somebody without an account may know of: everyone where guests may, else bots, which are known to all, and those
 * who wrote in channels that are open to the web.
 */
export const peopleOpenToWeb = async (
  messages: Pick<ConversationReader, "newestSenders">,
  state: RealmState,
): Promise<(user: User) => boolean> => {
  if (guestsSeeEveryone(state)) return () => true;
  const conversationIds = [...state.channels.values()]
    .filter((channel) => isOpenToSpectators(state, channel))
    .map(({ conversationId }) => conversationId);
  const senders = await messages.newestSenders(state.realm.id, conversationIds, newestInChannel);
  return ({ id, bot, isSystemBot }) => bot !== null || isSystemBot || senders.has(id);
};
