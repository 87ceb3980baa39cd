import type { Typing } from "../wire/event";
import { directPlace, keyOf, topicPlace } from "./place";
import { ownMap } from "./slice";

/** Who is typing where: start times in Unix milliseconds, by place and user id. Places begin with the oldest. */
export type Typists = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** How long somebody counts as typing after each notification, in milliseconds. */
export const typingLasts = 15_000;

const placeIn = (event: Typing): string =>
  event.message_type === "stream"
    ? keyOf(topicPlace(event.stream_id ?? 0, event.topic ?? ""))
    : keyOf(directPlace((event.recipients ?? []).map(({ user_id }) => user_id)));

/** The state after an event that arrived at `now`. Forgets places where nobody types any more. */
export const nextTypists = (typists: Typists, event: Typing, now: number): Typists => {
  const key = placeIn(event);
  const here = ownMap(typists.get(key) ?? new Map<number, number>());
  if (event.op === "start") here.set(event.sender.user_id, now);
  else here.delete(event.sender.user_id);
  const next = ownMap(typists);
  next.delete(key);
  if (here.size > 0) next.set(key, here);
  for (const [place, people] of next) {
    if ([...people.values()].some((since) => now - since < typingLasts)) break;
    next.delete(place);
  }
  return next;
};
