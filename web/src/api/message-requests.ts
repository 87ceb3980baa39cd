import type { Narrow } from "../store/narrow";
import { get, send } from "./http";

export const editMessage = (id: number, content: string): Promise<unknown> =>
  send("PATCH", `/messages/${id}`, { content });

export const deleteMessage = (id: number): Promise<unknown> => send("DELETE", `/messages/${id}`);

/** A version of a message in its edit history; oldest first. */
export interface Version {
  readonly rendered_content: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly user_id: number | null;
  readonly topic: string;
  readonly prev_rendered_content?: string;
  readonly prev_topic?: string;
  /** Ids of the channels before and after a move between channels. */
  readonly prev_stream?: number;
  readonly stream?: number;
}

export const fetchVersions = async (id: number): Promise<readonly Version[]> =>
  (
    await get<{ message_history: readonly Version[] }>(`/messages/${id}/history`, {
      allow_empty_topic_name: true,
    })
  ).message_history;

export const fetchReaders = async (id: number): Promise<readonly number[]> =>
  (await get<{ user_ids: readonly number[] }>(`/messages/${id}/read_receipts`)).user_ids;

export const reportMessage = (id: number, reason: string, description: string): Promise<unknown> =>
  send("POST", `/messages/${id}/report`, { report_type: reason, description });

/** Marks the message and everything after it as unread. */
export const markUnreadFrom = (narrow: Narrow, messageId: number): Promise<unknown> =>
  send("POST", "/messages/flags/narrow", {
    anchor: messageId,
    num_before: 0,
    num_after: 5000,
    narrow,
    op: "remove",
    flag: "read",
  });

/** Marks all messages as read, at a cost that doesn't grow with their number. */
export const markAllRead = (): Promise<unknown> => send("POST", "/mark_all_as_read");

/** Votes, adds an option or a task, or marks a task as done. */
export const changeWidget = (messageId: number, change: object): Promise<unknown> =>
  send("POST", "/submessage", {
    message_id: messageId,
    msg_type: "widget",
    content: JSON.stringify(change),
  });
