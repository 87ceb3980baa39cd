import type { ChannelId } from "../../../domain/ids";
import { sortedUnique } from "../../../domain/messages/message";
import type { Transaction } from "../../transaction";

/** Subscribes new users to these channels from now on. They are in the order in which the state has them. */
export const setDefaultChannels = (tx: Transaction, channelIds: Iterable<ChannelId>): void =>
  tx.append({ type: "default_channels_set", channelIds: sortedUnique(channelIds) });
