import { type Channel, channelLimits } from "../../../domain/channels/channel";
import type { User } from "../../../domain/users/user";
import { type Notice, prepareNotice, sendNotice } from "../../notices/notice";
import type { Transaction } from "../../transaction";
import { subscribedText } from "./channel-notices";
import { type NewSubscriber, rememberedByList } from "./plan-subscribing";

/**
 * Sends a direct message to users subscribed by someone else to existing channels. Returns false, and sends none, if
 * they are too many.
 */
export const notifySubscribed = async (
  tx: Transaction,
  by: User,
  newSubscribers: readonly NewSubscriber[],
  created: readonly Channel[],
): Promise<boolean> => {
  const existingIn = rememberedByList((joins) => joins.filter((channel) => !created.includes(channel)));
  const notified = newSubscribers.filter(
    ({ user, joins }) => existingIn(joins).length > 0 && user.id !== by.id && user.bot === null,
  );
  if (notified.length > channelLimits.subscriptionMessages) return false;
  // Most users get the same text, so each distinct text is rendered once.
  const prepared = new Map<string, Notice>();
  for (const { user, joins } of notified) {
    const text = subscribedText(by, existingIn(joins));
    const notice = prepared.get(text) ?? prepareNotice(tx, text, by, { channels: created });
    prepared.set(text, notice);
    await sendNotice(tx, user.id, notice);
  }
  return true;
};
