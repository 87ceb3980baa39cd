import type { Typing } from "../wire/event";
import { directPlace, keyOf, topicPlace } from "./place";

/** Who is typing where: start times in Unix milliseconds, by place and user id. */
export type Typists = ReadonlyMap<string, ReadonlyMap<number, number>>;

const placeIn = (event: Typing): string =>
  event.message_type === "stream"
    ? keyOf(topicPlace(event.stream_id ?? 0, event.topic ?? ""))
    : keyOf(directPlace((event.recipients ?? []).map(({ user_id }) => user_id)));

/** The state after an event that arrived at `now`. */
export const nextTypists = (typists: Typists, event: Typing, now: number): Typists => {
  const key = placeIn(event);
  const here = new Map(typists.get(key));
  if (event.op === "start") here.set(event.sender.user_id, now);
  else here.delete(event.sender.user_id);
  return new Map(typists).set(key, here);
};
