import { send } from "./http";

export const setTopicPolicy = (channelId: number, topic: string, policy: number): Promise<unknown> =>
  send("POST", "/user_topics", { stream_id: channelId, topic, visibility_policy: policy });

export const markTopicRead = (channelId: number, topic: string): Promise<unknown> =>
  send("POST", "/mark_topic_as_read", { stream_id: channelId, topic_name: topic });

/** How much of its topic moves with a message. */
export type MoveMode = "change_one" | "change_later" | "change_all";

interface Move {
  readonly messageId: number;
  readonly mode: MoveMode;
  readonly topic?: string;
  readonly channelId?: number;
  readonly notifyOld: boolean;
  readonly notifyNew: boolean;
}

export const moveMessages = ({
  messageId,
  mode,
  topic,
  channelId,
  notifyOld,
  notifyNew,
}: Move): Promise<unknown> =>
  send("PATCH", `/messages/${messageId}`, {
    topic,
    stream_id: channelId,
    propagate_mode: mode,
    send_notification_to_old_thread: notifyOld,
    send_notification_to_new_thread: notifyNew,
  });

/** Deletes all messages of a topic for everyone, in as many requests as it takes. */
export const deleteTopic = async (channelId: number, topic: string): Promise<void> => {
  const { complete } = await send<{ complete: boolean }>("POST", `/streams/${channelId}/delete_topic`, {
    topic_name: topic,
  });
  if (!complete) await deleteTopic(channelId, topic);
};
