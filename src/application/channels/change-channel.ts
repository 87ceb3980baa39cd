import type { Channel } from "../../domain/channel";
import { type ChannelChange, channelAfter } from "../../domain/channel-event";
import type { User } from "../../domain/user";
import type { Transaction } from "../transaction";
import { historyOf } from "./channel-activity";
import { changeTexts, tellChannel } from "./channel-notices";
import { hideChannel, revealChannel, sightChange } from "./channel-sight";

/**
 * Takes a checked change of a channel into the log: those who then may know of it learn of it, those who no
 * longer may lose it, and the channel tells its readers.
 */
export const changeChannel = async (
  tx: Transaction,
  by: User,
  before: Channel,
  change: ChannelChange,
): Promise<void> => {
  if (Object.keys(change).length === 0) return;
  const { description } = change;
  const whole: ChannelChange = {
    ...change,
    ...(description !== undefined && { renderedDescription: description && tx.rendered(description).html }),
  };
  const after = channelAfter(before, whole);
  const { gained, lost } = sightChange(tx, before, after);
  if (gained.length > 0) {
    const history = await historyOf(tx.messages, tx.state.realm.id, [before], tx.now);
    revealChannel(tx, before, gained, history[before.id]);
  }
  tx.append({
    type: "channel_changed",
    channelId: before.id,
    nameBefore: before.name,
    wasArchived: before.isArchived,
    change: whole,
  });
  hideChannel(tx, before, lost);
  const texts = changeTexts(by, before, after, tx.state.realm.settings.messageRetentionDays);
  tellChannel(tx, after, texts, {
    userId: by.id,
    receivesIt: tx.state.isSubscribed(by.id, before.id),
  });
};
