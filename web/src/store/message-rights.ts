// What the user may do with a message. No first screen asks.
import { UserRole } from "../wire/numbers";
import type { Message } from "../wire/wire";
import { channelOf, mayDeleteAny, mayInChannel, mayInRealm, roleOf, topicRights } from "./rights";
import type { Store } from "./store";

const isWithin = (limit: unknown, message: Message, nowSeconds: number): boolean =>
  typeof limit !== "number" || nowSeconds - message.timestamp < limit;

const isModerator = (store: Store): boolean => roleOf(store) <= UserRole.moderator;

/** Whether the user can edit a message's content. The server refuses to edit polls and to-do lists. */
export const mayEdit = (store: Store, message: Message, nowSeconds: number): boolean =>
  message.sender_id === store.ownId &&
  !message.submessages?.some(({ msg_type }) => msg_type === "widget") &&
  store.realm.value.realm_allow_message_editing === true &&
  isWithin(store.realm.value.realm_message_content_edit_limit_seconds, message, nowSeconds);

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
