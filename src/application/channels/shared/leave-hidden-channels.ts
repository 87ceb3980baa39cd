import { canReadContent } from "../../../domain/policy/channel-access";
import { ownerOf } from "../../../domain/policy/user-access";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import { leaveChannels } from "./leave-channels";

/**
 * Unsubscribes a bot from channels that its owner can't read. With its key they could, so this goes along with a new owner, and
 * with a reactivation, after which the bot would be subscribed again.
 */
export const leaveHiddenChannels = async (tx: Transaction, bot: User): Promise<void> => {
  const { state, now } = tx;
  const owner = ownerOf(state, bot);
  if (owner === undefined) return;
  const hidden = state.subscriptionsOf(bot.id).flatMap(({ isActive, channelId }) => {
    const channel = state.channels.get(channelId);
    return isActive && channel && !canReadContent(state, owner, channel, now) ? [channelId] : [];
  });
  if (hidden.length === 0) return;
  if (bot.isActive)
    return leaveChannels(
      tx,
      hidden.map((channelId) => ({ channelId, userIds: [bot.id] })),
    );
  // A deactivated bot has no clients that count unread messages.
  tx.append({
    type: "unsubscribed",
    channelIds: hidden,
    userIds: [bot.id],
    firstMessageId: tx.nextMessageId,
  });
};
