import type { Place } from "../store/place";
import { send } from "./http";

const draftOf = (place: Place, content: string): object => ({
  ...(place.kind === "topic"
    ? { type: "stream", to: [place.channelId], topic: place.topic }
    : { type: "private", to: place.userIds, topic: "" }),
  content,
});

/** A draft that is saved as its window closes still arrives. */
const outlives = () => ({ keepalive: document.hidden });

export const addDraft = async (place: Place, content: string): Promise<number | undefined> =>
  (
    await send<{ ids: readonly number[] }>(
      "POST",
      "/drafts",
      { drafts: [draftOf(place, content)] },
      outlives(),
    )
  ).ids[0];

export const changeDraft = (id: number, place: Place, content: string): Promise<unknown> =>
  send("PATCH", `/drafts/${id}`, { draft: draftOf(place, content) }, outlives());

export const removeDraft = (id: number): Promise<unknown> => send("DELETE", `/drafts/${id}`, {}, outlives());
