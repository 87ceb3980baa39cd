import type { Narrow } from "../store/narrow";
import type { Place } from "../store/place";
import type { ScheduledMessage } from "../wire/wire";
import { get, send } from "./http";

/** Schedules a message, in Unix seconds. Returns its id. */
export const scheduleMessage = async (place: Place, content: string, at: number): Promise<number> => {
  const { scheduled_message_id: id } = await send<{ scheduled_message_id: number }>(
    "POST",
    "/scheduled_messages",
    {
      ...(place.kind === "topic"
        ? { type: "channel", to: place.channelId, topic: place.topic }
        : { type: "direct", to: place.userIds }),
      content,
      scheduled_delivery_timestamp: at,
      read_by_sender: true,
    },
  );
  return id;
};

export const changeScheduled = (
  id: number,
  change: { readonly content?: string; readonly scheduled_delivery_timestamp?: number },
): Promise<unknown> => send("PATCH", `/scheduled_messages/${id}`, change);

export const cancelScheduled = (id: number): Promise<unknown> => send("DELETE", `/scheduled_messages/${id}`);

/** How many of the user's newest messages of a conversation are searched. */
const searched = 100;

/** The id of the message that a scheduled one became; undefined if it wasn't sent, or has been changed since. */
export const findSent = async (
  narrow: Narrow,
  ownId: number,
  { content, scheduled_delivery_timestamp: due }: ScheduledMessage,
): Promise<number | undefined> => {
  const { messages } = await get<{
    readonly messages: readonly {
      readonly id: number;
      readonly content: string;
      readonly timestamp: number;
    }[];
  }>("/messages", {
    narrow: [...narrow, { operator: "sender", operand: ownId }],
    anchor: "newest",
    num_before: searched,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return messages.find((one) => one.content === content && one.timestamp >= due)?.id;
};
