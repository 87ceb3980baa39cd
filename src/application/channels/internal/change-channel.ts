import type { Channel } from "../../../domain/channels/channel";
import { type ChannelChange, channelAfter } from "../../../domain/events/channel-event";
import type { User } from "../../../domain/users/user";
import { readHistories } from "../../channel-activity/channel-activity";
import type { Transaction } from "../../transaction";
import { changeTexts, postChannelNotices, prepareChannelNotices } from "../shared/channel-notices";
import { hideChannel, revealChannel, visibilityChange } from "../shared/channel-visibility";

/**
 * Appends a checked change of a channel. Reveals the channel to users who can now see it, hides it from those who no
 * longer can, and posts notices about the change in the channel.
 */
export const changeChannel = async (
  tx: Transaction,
  by: User,
  before: Channel,
  change: ChannelChange,
): Promise<void> => {
  if (Object.keys(change).length === 0) return;
  const { description } = change;
  const rendered: ChannelChange = {
    ...change,
    ...(description !== undefined && {
      renderedDescription: description && tx.rendered(description, by).html,
    }),
  };
  const after = channelAfter(before, rendered);
  const { gained, lost } = visibilityChange(tx, before, after);
  if (gained.size > 0) {
    const history = await readHistories(tx.messages, tx.state.realm.id, [before], tx.now);
    revealChannel(tx, before, gained, history[before.id]);
  }
  tx.append({
    type: "channel_changed",
    channelId: before.id,
    nameBefore: before.name,
    wasArchived: before.isArchived,
    change: rendered,
  });
  hideChannel(tx, before, lost);
  const texts = changeTexts(by, before, after, tx.state.realm.settings.messageRetentionDays);
  postChannelNotices(tx, by, after, prepareChannelNotices(tx, by, after, texts), {
    receivesIt: tx.state.isSubscribed(by.id, before.id),
  });
};
