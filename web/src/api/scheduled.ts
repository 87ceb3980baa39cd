import type { Place } from "../store/place";
import { send } from "./http";

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
