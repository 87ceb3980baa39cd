import { UserRole } from "../wire/numbers";
import type { Channel } from "../wire/wire";
import { mayInChannel, mayInRealm, type RightsStore, roleOf } from "./rights";

/** Whether a channel's permission that guests can't have includes the user. */
const holdsIn = (store: RightsStore, channel: Channel, name: keyof Channel): boolean =>
  roleOf(store) < UserRole.guest && mayInChannel(store, channel, name);

export const administersChannel = (store: RightsStore, channel: Channel): boolean =>
  roleOf(store) <= UserRole.administrator || holdsIn(store, channel, "can_administer_channel_group");

/** Whether the user can add others to a channel that they can read. */
export const mayAddSubscribers = (store: RightsStore, channel: Channel): boolean =>
  administersChannel(store, channel) ||
  (roleOf(store) < UserRole.guest && mayInRealm(store, "can_add_subscribers_group")) ||
  holdsIn(store, channel, "can_add_subscribers_group");

/** Whether the user can remove others from a channel. */
export const mayRemoveSubscribers = (store: RightsStore, channel: Channel): boolean =>
  administersChannel(store, channel) || holdsIn(store, channel, "can_remove_subscribers_group");
