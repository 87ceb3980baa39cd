import { createHash } from "node:crypto";
import type { PushRealm } from "../../../application/ports/push-relay";
import { canSeeEmail } from "../../../domain/email";
import { pictureAddress } from "../../../domain/file-key";
import { mostRemovedIds, type Notification } from "../../../domain/notification";
import { dummyEmail, type User } from "../../../domain/user";

/** A notification of a message. */
export type MessageNotification = Extract<Notification, { kind: "message" }>;

const unknownUserName = "Unknown user";

/** The sender's name; a stand-in where the reader may not know them. */
export const senderName = ({ sender, isSenderKnown }: MessageNotification): string =>
  isSenderKnown ? sender.fullName : unknownUserName;

/** The sender's address as this reader may see it. */
export const senderEmail = (
  { sender, isSenderKnown }: MessageNotification,
  reader: User,
  realm: PushRealm,
): string =>
  isSenderKnown && canSeeEmail(reader, sender)
    ? sender.email
    : dummyEmail(sender.id, new URL(realm.url).hostname);

/** Where the app finds the sender's picture: a whole URL, for it has no other. */
export const senderAvatarUrl = ({ sender, isSenderKnown }: MessageNotification, realm: PushRealm): string => {
  if (!isSenderKnown) return `${realm.url}/static/images/unknown-user.png`;
  const { source, version, file } = sender.avatar;
  // Whoever shows the notification has no login: only this address shows an uploaded picture to them.
  if (source === "upload" && file !== undefined)
    return `${realm.url}${pictureAddress(realm.id, `${file}.png`)}?version=${version}`;
  if (source !== "gravatar") return `${realm.url}/avatar/${sender.id}?version=${version}`;
  const hash = createHash("md5").update(sender.email.toLowerCase()).digest("hex");
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${version}`;
};

/** A topic as people read it. */
export const topicShown = ({ message }: MessageNotification): string =>
  message.topic === "" ? "general chat" : message.topic;

/** Ids of those in a direct conversation, ascending; nobody for a channel. */
export const participantsOf = ({ message }: MessageNotification): readonly number[] =>
  message.conversation.kind === "direct" ? [...message.conversation.participants].sort((a, b) => a - b) : [];

export const removedIds = ({ messageIds }: Extract<Notification, { kind: "removal" }>): readonly number[] =>
  [...messageIds].sort((a, b) => a - b).slice(-mostRemovedIds);

export const mentionedGroupFields = ({ mentionedGroup }: MessageNotification): object =>
  mentionedGroup === undefined
    ? {}
    : { mentioned_user_group_id: mentionedGroup.id, mentioned_user_group_name: mentionedGroup.name };
