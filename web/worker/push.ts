import { narrowUrl } from "../../src/domain/narrow/narrow-url";
import { generalChat } from "../src/words/en-shared";

/** A push notification, as decrypted. API §4.22. */
export interface Push {
  readonly type: "message" | "remove" | "test";
  readonly realm_name: string;
  readonly message_id?: number;
  readonly message_ids?: readonly number[];
  readonly sender_full_name?: string;
  readonly sender_avatar_url?: string;
  readonly content?: string;
  readonly recipient_type?: "channel" | "direct";
  readonly channel_id?: number;
  readonly channel_name?: string;
  readonly topic?: string;
  readonly recipient_user_ids?: readonly number[];
}

/** The tag of a message's notifications. A window and this worker use the same one, so a message is shown once. */
export const tagOf = (messageId: number): string => `message-${messageId}`;

/** The URL that a click on the notification opens. */
export const hashOf = (push: Push): string => {
  const { message_id: id, channel_id, channel_name = "", topic, recipient_user_ids: people } = push;
  if (id === undefined) return "#inbox";
  if (push.recipient_type === "channel" && channel_id !== undefined)
    return narrowUrl({ id: channel_id, name: channel_name }, topic ?? "", {
      operator: "near",
      messageId: id,
    }).slice(1);
  return people ? `#narrow/dm/${people.join(",")}-group/near/${id}` : "#inbox";
};

/** The notification's title. */
export const titleOf = (push: Push): string => {
  if (push.type === "test" || push.sender_full_name === undefined) return push.realm_name;
  return push.recipient_type === "channel"
    ? `${push.sender_full_name} · #${push.channel_name ?? ""} › ${push.topic || generalChat}`
    : push.sender_full_name;
};
