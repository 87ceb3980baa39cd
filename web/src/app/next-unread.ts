import { policyOf } from "../store/muting";
import type { Narrow } from "../store/narrow";
import { keyOf, type Place } from "../store/place";
import { words } from "../words/en";
import type { App } from "./app";
import { narrowOf, placeIn } from "./location";

/** The next unread conversation, of one type or any, perhaps only a followed one; undefined if there is none. */
export const nextUnread = (
  { location, store, unread }: App,
  kind?: Place["kind"],
  isFollowed = false,
): Narrow | undefined => {
  const at = location.value;
  const here = at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
  const next = unread.value.find(
    ({ place, isMuted }) =>
      !isMuted &&
      (kind ?? place.kind) === place.kind &&
      (!here || keyOf(here) !== keyOf(place)) &&
      (!isFollowed || (place.kind === "topic" && policyOf(store, place.channelId, place.topic) === 3)),
  );
  return next && narrowOf(next.place, store.ownId);
};

export const goToNext = (app: App, kind: Place["kind"], isFollowed?: boolean): void => {
  const narrow = nextUnread(app, kind, isFollowed);
  if (narrow) app.go({ screen: "narrow", narrow });
  else app.toast.value = { text: words.nothingUnread };
};
