import type { Narrow } from "../store/narrow";
import { send } from "./http";

export const setTopicPolicy = (channelId: number, topic: string, policy: number): Promise<unknown> =>
  send("POST", "/user_topics", { stream_id: channelId, topic, visibility_policy: policy });

export const markTopicRead = (channelId: number, topic: string): Promise<unknown> =>
  send("POST", "/mark_topic_as_read", { stream_id: channelId, topic_name: topic });

/** Marks a narrow's newest messages, up to a few thousand, as unread. */
export const markAllUnread = (narrow: Narrow): Promise<unknown> =>
  send("POST", "/messages/flags/narrow", {
    anchor: "newest",
    num_before: 5000,
    num_after: 0,
    narrow,
    op: "remove",
    flag: "read",
  });
