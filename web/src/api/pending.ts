import type { Place } from "../store/place";
import { send } from "./http";

const draftOf = (place: Place, content: string): object => ({
  ...(place.kind === "topic"
    ? { type: "stream", to: [place.channelId], topic: place.topic }
    : { type: "private", to: place.userIds, topic: "" }),
  content,
});

export const addDraft = async (place: Place, content: string): Promise<number | undefined> =>
  (await send<{ ids: readonly number[] }>("POST", "/drafts", { drafts: [draftOf(place, content)] })).ids[0];

export const changeDraft = (id: number, place: Place, content: string): Promise<unknown> =>
  send("PATCH", `/drafts/${id}`, { draft: draftOf(place, content) });

export const removeDraft = (id: number): Promise<unknown> => send("DELETE", `/drafts/${id}`);

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
