import { get, send } from "./http";

export interface Topic {
  readonly name: string;
  readonly max_id: number;
}

/** The topics of a channel, newest first. */
export const fetchTopics = async (channelId: number): Promise<readonly Topic[]> =>
  (
    await get<{ topics: readonly Topic[] }>(`/users/me/${channelId}/topics`, {
      allow_empty_topic_name: true,
    })
  ).topics;

/** How much of its topic moves with a message. */
export type MoveMode = "change_one" | "change_later" | "change_all";

interface Move {
  readonly messageId: number;
  readonly mode: MoveMode;
  readonly topic?: string;
  readonly channelId?: number;
  readonly tellOld: boolean;
  readonly tellNew: boolean;
}

export const moveMessages = ({
  messageId,
  mode,
  topic,
  channelId,
  tellOld,
  tellNew,
}: Move): Promise<unknown> =>
  send("PATCH", `/messages/${messageId}`, {
    topic,
    stream_id: channelId,
    propagate_mode: mode,
    send_notification_to_old_thread: tellOld,
    send_notification_to_new_thread: tellNew,
  });

/** Deletes all messages of a topic for everyone, in as many requests as it takes. */
export const deleteTopic = async (channelId: number, topic: string): Promise<void> => {
  const { complete } = await send<{ complete: boolean }>("POST", `/streams/${channelId}/delete_topic`, {
    topic_name: topic,
  });
  if (!complete) await deleteTopic(channelId, topic);
};
