import { isOpenToSpectators } from "../../../domain/policy/channel-access";
import { guestsSeeEveryone } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import type { ConversationReader } from "../../ports/messages/conversation-reader";

/** The senders of this many newest messages per channel are listed; older messages name their senders themselves. */
const newestInChannel = 500;

/**
 * Tells which users a visitor without an account may see: everyone if guests see everyone, otherwise bots, which are
 * visible to all, and people who wrote in channels open to the web.
 */
export const publicPeople = async (
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
