import type { Channel, GroupSetting, Message } from "../wire/wire";
import { includesUser } from "./groups";
import type { Store } from "./store";

const settingOf = (store: Store, name: string): GroupSetting | undefined =>
  store.realm.value[`realm_${name}`] as GroupSetting | undefined;

const isWithin = (limit: unknown, message: Message, nowSeconds: number): boolean =>
  typeof limit !== "number" || nowSeconds - message.timestamp < limit;

/** Whether the user has a permission in the organization. */
export const mayInRealm = (store: Store, name: string): boolean =>
  includesUser(store.groups.value, settingOf(store, name), store.ownId);

const mayInChannel = (store: Store, channel: Channel | undefined, name: keyof Channel): boolean =>
  includesUser(store.groups.value, channel?.[name] as GroupSetting | undefined, store.ownId);

const channelOf = (store: Store, channelId: number | undefined): Channel | undefined =>
  store.channels.value.known.get(channelId ?? -1);

const guest = 600;
const roleOf = (store: Store): number => store.people.value.users.get(store.ownId)?.role ?? guest;

const isModerator = (store: Store): boolean => roleOf(store) <= 300;

/** Whether the user can edit a message's content. */
export const mayEdit = (store: Store, message: Message, nowSeconds: number): boolean =>
  message.sender_id === store.ownId &&
  store.realm.value.realm_allow_message_editing === true &&
  isWithin(store.realm.value.realm_message_content_edit_limit_seconds, message, nowSeconds);

const mayDeleteAny = (store: Store, channel: Channel | undefined): boolean =>
  mayInRealm(store, "can_delete_any_message_group") ||
  mayInChannel(store, channel, "can_delete_any_message_group");

/** Whether the user can delete a message for everyone. */
export const mayDelete = (store: Store, message: Message, nowSeconds: number): boolean => {
  const channel = channelOf(store, message.stream_id);
  if (mayDeleteAny(store, channel)) return true;
  return (
    message.sender_id === store.ownId &&
    (mayInRealm(store, "can_delete_own_message_group") ||
      mayInChannel(store, channel, "can_delete_own_message_group")) &&
    isWithin(store.realm.value.realm_message_content_delete_limit_seconds, message, nowSeconds)
  );
};

/** Whether the user can join a channel by themselves. */
export const mayJoin = (store: Store, channel: Channel): boolean =>
  channel.is_web_public ||
  (roleOf(store) < guest &&
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

/** Whether to offer summaries: the server supports them, the user has permission and hasn't hidden them. */
export const maySummarize = (store: Store): boolean =>
  store.realm.value.server_can_summarize_topics === true &&
  store.settings.value.hide_ai_features !== true &&
  mayInRealm(store, "can_summarize_topics_group");

/** Whether video calls can be started: the organization has chosen a provider, and the server supports it. */
export const offersCalls = ({ realm }: Store): boolean => {
  const { realm_video_chat_provider: chosen, realm_available_video_chat_providers: offered = {} } =
    realm.value;
  return (
    Number(chosen ?? 0) !== 0 &&
    Object.values(offered as Readonly<Record<string, { readonly id: number }>>).some(
      ({ id }) => id === chosen,
    )
  );
};

/** Whether the user can move a message to another topic or to another channel. */
export const mayMove = (
  store: Store,
  message: Message,
  nowSeconds: number,
): { readonly topic: boolean; readonly channel: boolean } => {
  if (message.stream_id === undefined) return { topic: false, channel: false };
  const { rename, moveOut } = topicRights(store, message.stream_id);
  const realm = store.realm.value;
  const isFree = isModerator(store);
  return {
    topic:
      rename &&
      (isFree || isWithin(realm.realm_move_messages_within_stream_limit_seconds, message, nowSeconds)),
    channel:
      moveOut &&
      (isFree || isWithin(realm.realm_move_messages_between_streams_limit_seconds, message, nowSeconds)),
  };
};
