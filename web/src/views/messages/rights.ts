import type { GroupSetting, Message } from "../../api/wire";
import { holds } from "../../store/groups";
import type { Store } from "../../store/store";

const settingOf = (store: Store, name: string): GroupSetting | undefined =>
  store.realm.value[`realm_${name}`] as GroupSetting | undefined;

const isWithin = (limit: unknown, message: Message, nowSeconds: number): boolean =>
  typeof limit !== "number" || nowSeconds - message.timestamp < limit;

/** Whether the reader may change what a message says. */
export const mayEdit = (store: Store, message: Message, nowSeconds: number): boolean =>
  message.sender_id === store.ownId &&
  store.realm.value.realm_allow_message_editing === true &&
  isWithin(store.realm.value.realm_message_content_edit_limit_seconds, message, nowSeconds);

/** Whether the reader may delete a message for everyone. */
export const mayDelete = (store: Store, message: Message, nowSeconds: number): boolean => {
  const channel = store.channels.value.known.get(message.stream_id ?? -1);
  const has = (setting: GroupSetting | undefined): boolean => holds(store.groups.value, setting, store.ownId);
  if (has(settingOf(store, "can_delete_any_message_group"))) return true;
  if (has(channel?.can_delete_any_message_group)) return true;
  return (
    message.sender_id === store.ownId &&
    (has(settingOf(store, "can_delete_own_message_group")) || has(channel?.can_delete_own_message_group)) &&
    isWithin(store.realm.value.realm_message_content_delete_limit_seconds, message, nowSeconds)
  );
};

/** Whether the reader may write in a channel. */
export const mayPost = (store: Store, channelId: number): boolean => {
  const channel = store.channels.value.known.get(channelId);
  return (
    channel !== undefined &&
    !channel.is_archived &&
    holds(store.groups.value, channel.can_send_message_group, store.ownId)
  );
};
