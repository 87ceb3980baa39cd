import { UserRole } from "../wire/numbers";
import type { Channel, GroupSetting } from "../wire/wire";
import { includesUser } from "./groups";
import type { Store } from "./store";

/** What tells who the user is and what they are permitted. */
export type RightsStore = Pick<Store, "groups" | "ownId" | "people" | "realm">;

const settingOf = (store: RightsStore, name: string): GroupSetting | undefined =>
  store.realm.value[`realm_${name}`] as GroupSetting | undefined;

/** Whether the user has a permission in the organization. */
export const mayInRealm = (store: RightsStore, name: string): boolean =>
  includesUser(store.groups.value, settingOf(store, name), store.ownId);

export const mayInChannel = (
  store: RightsStore,
  channel: Channel | undefined,
  name: keyof Channel,
): boolean => includesUser(store.groups.value, channel?.[name] as GroupSetting | undefined, store.ownId);

export const channelOf = (store: Store, channelId: number | undefined): Channel | undefined =>
  store.channels.value.known.get(channelId ?? -1);

export const roleOf = (store: RightsStore): number =>
  store.people.value.users.get(store.ownId)?.role ?? UserRole.guest;

export const mayDeleteAny = (store: Store, channel: Channel | undefined): boolean =>
  mayInRealm(store, "can_delete_any_message_group") ||
  mayInChannel(store, channel, "can_delete_any_message_group");

/** Whether the user can join a channel by themselves. */
export const mayJoin = (store: Store, channel: Channel): boolean =>
  channel.is_web_public ||
  (roleOf(store) < UserRole.guest &&
    (!channel.invite_only ||
      mayInChannel(store, channel, "can_subscribe_group") ||
      mayInChannel(store, channel, "can_add_subscribers_group")));

/** Whether the user can post in a channel, which takes that they can read it. */
export const mayPost = (store: Store, channelId: number): boolean => {
  const channel = channelOf(store, channelId);
  return (
    channel !== undefined &&
    !channel.is_archived &&
    (store.channels.value.subscribed.has(channelId) || mayJoin(store, channel)) &&
    mayInChannel(store, channel, "can_send_message_group")
  );
};

/** Whether everybody in a direct-message conversation can still be written to. */
export const areActive = (store: Store, userIds: readonly number[]): boolean =>
  userIds.every((id) => store.people.value.users.get(id)?.is_active !== false);

/** The user's permissions on a channel's topics, regardless of age. */
export interface TopicRights {
  readonly rename: boolean;
  readonly moveOut: boolean;
  readonly resolve: boolean;
  readonly delete: boolean;
}

export const topicRights = (store: Store, channelId: number): TopicRights => {
  const channel = channelOf(store, channelId);
  if (channel === undefined || channel.is_archived)
    return { rename: false, moveOut: false, resolve: false, delete: false };
  return {
    rename:
      mayInRealm(store, "can_move_messages_between_topics_group") ||
      mayInChannel(store, channel, "can_move_messages_within_channel_group"),
    moveOut:
      mayInRealm(store, "can_move_messages_between_channels_group") ||
      mayInChannel(store, channel, "can_move_messages_out_of_channel_group"),
    resolve:
      mayInRealm(store, "can_resolve_topics_group") ||
      mayInChannel(store, channel, "can_resolve_topics_group"),
    delete: mayDeleteAny(store, channel),
  };
};
