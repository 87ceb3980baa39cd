import type { PushRealm } from "../../../application/ports/push/push-relay";
import type { MessageId, UserId } from "../../../domain/ids";
import { maxRemovedIds, type Notification } from "../../../domain/notifications/notification";
import { dummyEmail, type User } from "../../../domain/users/user";
import { apiEmail, pictureUrl, unknownUserName, unknownUserPicture } from "../../zulip-wire/encode/user";
import { emptyTopicName } from "../../zulip-wire/topic-name";

/** A notification of a message. */
export type MessageNotification = Extract<Notification, { kind: "message" }>;

/** The sender's name; a stand-in where the reader may not know them. */
export const senderName = ({ sender, isSenderKnown }: MessageNotification): string =>
  isSenderKnown ? sender.fullName : unknownUserName;

/** The sender's address as this reader may see it. */
export const senderEmail = (
  { sender, isSenderKnown }: MessageNotification,
  reader: User,
  realm: PushRealm,
): string => {
  const { hostname: host } = new URL(realm.url);
  return isSenderKnown ? apiEmail(sender, { user: reader, realm: { host } }) : dummyEmail(sender.id, host);
};

/** Where the app finds the sender's picture: a whole URL, because the app requests it without a login. */
export const senderAvatarUrl = (
  { sender, isSenderKnown }: MessageNotification,
  reader: User,
  realm: PushRealm,
): string => {
  const address = isSenderKnown ? pictureUrl(sender, reader, realm.id) : unknownUserPicture;
  return address.startsWith("/") ? `${realm.url}${address}` : address;
};

/** A topic as people read it. */
export const displayedTopic = ({ message }: MessageNotification): string =>
  message.topic === "" ? emptyTopicName : message.topic;

/** Ids of a direct conversation's participants, ascending; empty for a channel. */
export const participantsOf = ({ message }: MessageNotification): readonly UserId[] =>
  message.conversation.kind === "direct" ? [...message.conversation.participants].sort((a, b) => a - b) : [];

export const removedIds = ({
  messageIds,
}: Extract<Notification, { kind: "removal" }>): readonly MessageId[] =>
  [...messageIds].sort((a, b) => a - b).slice(-maxRemovedIds);

export const mentionedGroupFields = ({ mentionedGroup }: MessageNotification): object =>
  mentionedGroup === undefined
    ? {}
    : { mentioned_user_group_id: mentionedGroup.id, mentioned_user_group_name: mentionedGroup.name };
