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
