import { policyOf } from "../store/muting";
import type { Narrow } from "../store/narrow";
import { keyOf, type Place } from "../store/place";
import { TopicPolicy } from "../wire/numbers";
import { words } from "../words/en";
import type { App } from "./app";
import { narrowOf, placeIn } from "./location";

/** Orders conversations in a way that neither reading nor new messages change: by channel and topic, or by people. */
const rankOf = ({ store }: Pick<App, "store">, place: Place): string => {
  const channel = place.kind === "topic" ? store.channels.value.known.get(place.channelId)?.name : undefined;
  return `${place.kind} ${channel?.toLowerCase() ?? ""}\n${keyOf(place)}`;
};

/** The first of some conversations after one of them, or else the first of all. */
const following = (app: App, here: Place, others: readonly Place[]): Place | undefined => {
  const from = rankOf(app, here);
  const ranked = others.map((place) => ({ place, rank: rankOf(app, place) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (ranked.find(({ rank }) => rank > from) ?? ranked[0])?.place;
};

/**
 * The unread conversation after the one on screen, of one type or any, perhaps only a followed one; from other screens
 * the newest. Undefined if there is none.
 */
export const nextUnread = (app: App, kind?: Place["kind"], isFollowed = false): Narrow | undefined => {
  const { location, store, unread } = app;
  const at = location.value;
  const here = at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
  const others = unread.value.flatMap(({ place, waiting }) =>
    waiting > 0 &&
    (kind ?? place.kind) === place.kind &&
    (!here || keyOf(here) !== keyOf(place)) &&
    (!isFollowed ||
      (place.kind === "topic" && policyOf(store, place.channelId, place.topic) === TopicPolicy.followed))
      ? [place]
      : [],
  );
  const next = here && (kind ?? here.kind) === here.kind ? following(app, here, others) : others[0];
  return next && narrowOf(next, store.ownId);
};

export const goToNext = (app: App, kind: Place["kind"], isFollowed?: boolean): void => {
  const narrow = nextUnread(app, kind, isFollowed);
  if (narrow) app.go({ screen: "narrow", narrow });
  else app.showToast({ text: words.nothingUnread });
};
