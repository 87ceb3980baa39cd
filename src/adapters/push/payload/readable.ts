import type { PushRealm } from "../../../application/ports/push/push-relay";
import type { Notification } from "../../../domain/notifications/notification";
import { isWildcardTrigger } from "../../../domain/notifications/notification-policy";
import type { User } from "../../../domain/users/user";
import * as fields from "./notification-fields";
import { notificationText } from "./text";

type Fields = Readonly<Record<string, unknown>>;

const realmFields = (realm: PushRealm, user: User): Fields => ({
  realm_uri: realm.url,
  realm_url: realm.url,
  realm_name: realm.name,
  user_id: user.id,
});

/** FCM's messages also contain the server's name. */
const serverFields = (realm: PushRealm): Fields => ({ server: new URL(realm.url).host, realm_id: realm.id });

const textOf = ({ message }: fields.MessageNotification): string => notificationText(message.renderedContent);

const messageFields = (realm: PushRealm, user: User, notification: fields.MessageNotification): Fields => {
  const { message, sender, channelName } = notification;
  const { conversation } = message;
  const people = fields.participantsOf(notification);
  return {
    ...realmFields(realm, user),
    sender_id: sender.id,
    sender_email: fields.senderEmail(notification, user, realm),
    ...fields.mentionedGroupFields(notification),
    ...(conversation.kind === "channel"
      ? {
          recipient_type: "stream",
          stream: channelName,
          stream_id: conversation.channelId,
          topic: fields.displayedTopic(notification),
        }
      : { recipient_type: "private", ...(people.length > 2 && { pm_users: people.join(",") }) }),
  };
};

/** A readable FCM message, which has only strings. API §4.20. */
export const asStrings = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** The data for apps that use FCM. */
export const dataOf = (realm: PushRealm, user: User, notification: Notification): Fields => {
  switch (notification.kind) {
    case "message":
      return {
        ...serverFields(realm),
        ...messageFields(realm, user, notification),
        event: "message",
        zulip_message_id: notification.message.id,
        time: notification.message.sentAt,
        content: textOf(notification),
        sender_full_name: fields.senderName(notification),
        sender_avatar_url: fields.senderAvatarUrl(notification, user, realm),
      };
    case "removal":
      return {
        ...serverFields(realm),
        ...realmFields(realm, user),
        event: "remove",
        zulip_message_ids: fields.removedIds(notification).join(","),
      };
    case "test":
      return {
        ...serverFields(realm),
        ...realmFields(realm, user),
        event: "test",
        time: notification.at,
      };
  }
};

const titleOf = (notification: fields.MessageNotification): string => {
  const { message, channelName, participants } = notification;
  if (message.conversation.kind === "channel")
    return `#${channelName} > ${fields.displayedTopic(notification)}`;
  return participants.size > 2
    ? [...participants.values()].sort().join(", ")
    : fields.senderName(notification);
};

const subtitleOf = (notification: fields.MessageNotification): string => {
  const { trigger, mentionedGroup, message, participants } = notification;
  const name = fields.senderName(notification);
  if (trigger === "mention")
    return mentionedGroup ? `${name} mentioned @${mentionedGroup.name}:` : `${name} mentioned you:`;
  if (isWildcardTrigger(trigger)) return `${name} mentioned everyone:`;
  const isPair = message.conversation.kind === "direct" && participants.size <= 2;
  return isPair ? "" : `${name}:`;
};

/** The alert that APNs shows, with the data for the app. */
export const apnsPayload = (
  realm: PushRealm,
  user: User,
  notification: Notification,
): { readonly aps: Fields; readonly custom: Fields } => {
  switch (notification.kind) {
    case "message":
      return {
        aps: {
          alert: {
            title: titleOf(notification),
            subtitle: subtitleOf(notification),
            body: textOf(notification),
          },
          sound: "default",
          badge: 0,
        },
        custom: { ...messageFields(realm, user, notification), message_ids: [notification.message.id] },
      };
    case "removal":
      return {
        aps: { badge: 0 },
        custom: {
          ...realmFields(realm, user),
          event: "remove",
          zulip_message_ids: fields.removedIds(notification).join(","),
        },
      };
    case "test":
      return {
        aps: {
          alert: {
            title: "Test notification",
            body: `This is a test notification from ${realm.name} (${realm.url}).`,
          },
          sound: "default",
        },
        custom: { ...realmFields(realm, user), event: "test" },
      };
  }
};

/** The data of a test notification, for bouncers that write it themselves. */
export const testFields = (realm: PushRealm, user: User): Fields => ({
  ...serverFields(realm),
  ...realmFields(realm, user),
});
