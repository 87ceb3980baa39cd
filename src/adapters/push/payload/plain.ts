import type { PushRealm } from "../../../application/ports/push/push-relay";
import type { Notification } from "../../../domain/notifications/notification";
import type { User } from "../../../domain/users/user";
import * as fields from "./notification-fields";
import { notificationText } from "./text";

/** The contents to encrypt for one device, the same for all services. API §4.22. */
export const plainNotification = (
  realm: PushRealm,
  user: User,
  notification: Notification,
): Readonly<Record<string, unknown>> => {
  const common = { realm_url: realm.url, realm_name: realm.name, user_id: user.id };
  switch (notification.kind) {
    case "message": {
      const { message, sender, channelName } = notification;
      const { conversation } = message;
      return {
        ...common,
        type: "message",
        message_id: message.id,
        sender_id: sender.id,
        sender_full_name: fields.senderName(notification),
        sender_avatar_url: fields.senderAvatarUrl(notification, user, realm),
        time: message.sentAt,
        content: notificationText(message.renderedContent),
        ...(conversation.kind === "channel"
          ? {
              recipient_type: "channel",
              channel_id: conversation.channelId,
              channel_name: channelName,
              topic: fields.displayedTopic(notification),
            }
          : { recipient_type: "direct", recipient_user_ids: fields.participantsOf(notification) }),
        ...fields.mentionedGroupFields(notification),
      };
    }
    case "removal":
      return { ...common, type: "remove", message_ids: fields.removedIds(notification) };
    case "test":
      return { ...common, type: "test", time: notification.at };
  }
};

/** Removals don't wake the device up. */
export const isUrgent = (notification: Notification): boolean => notification.kind !== "removal";
