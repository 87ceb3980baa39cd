import type { App } from "../../app/app";
import { channelIdIn, narrowOf, placeIn } from "../../app/location";
import { isMuted, policyOf } from "../../store/muting";
import type { Narrow } from "../../store/narrow";
import { keyOf, type Place } from "../../store/place";
import type { Count } from "../../store/unread-places";
import { TopicPolicy } from "../../wire/numbers";
import { deferredWords } from "../../words/en-deferred";
import { channelsInOrder } from "./channel-groups";

/** Direct conversations, or a channel's place in the sidebar; then, from the newest message down. */
type Rank = readonly [channel: number, newest: number];

const isBefore = (a: Rank, b: Rank): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] > b[1]);

/** Ranks conversations in the order of the sidebar. */
const ranking = ({ store }: App): ((place: Place | number, newest: number) => Rank) => {
  const ids = channelsInOrder(store);
  const indexes = new Map(ids.map((id, index) => [id, index]));
  return (place, newest) => {
    if (typeof place !== "number" && place.kind === "direct") return [-1, newest];
    // A channel that the user has left, with a mention of them, comes last.
    return [indexes.get(typeof place === "number" ? place : place.channelId) ?? ids.length, newest];
  };
};

/** Where the user is in that order; above all of a channel whose topic on screen has nothing unread. */
const rankHere = (app: App, rankOf: ReturnType<typeof ranking>): Rank | undefined => {
  const { location, store, unread } = app;
  const at = location.value;
  if (at.screen !== "narrow") return undefined;
  const place = placeIn(at.narrow, store.ownId);
  const key = place && keyOf(place);
  const newest = unread.value.find((one) => keyOf(one.place) === key)?.newest ?? Number.POSITIVE_INFINITY;
  const here = place ?? channelIdIn(at.narrow);
  return here === undefined ? undefined : rankOf(here, newest);
};

const isFollowedIn = (store: App["store"], place: Place): boolean =>
  place.kind === "topic" && policyOf(store, place.channelId, place.topic) === TopicPolicy.followed;

/**
 * Whether a key goes to an unread conversation: not to muted ones, even if they mention the user, but within a muted channel from
 * one of its topics to the next.
 */
const isInTurn = ({ store }: App, { place, waiting, count }: Count, here: Place | undefined): boolean => {
  if (place.kind === "direct" || !isMuted(store, place)) return waiting > 0;
  const isHere = here?.kind === "topic" && here.channelId === place.channelId && isMuted(store, here);
  return isHere && count > 0 && policyOf(store, place.channelId, place.topic) !== TopicPolicy.muted;
};

/**
 * The unread conversation after the one on screen, in the order of the sidebar, of one type or any, perhaps only a followed one;
 * for any type, from other screens, the newest. Undefined if there is none.
 */
export const nextUnread = (app: App, kind?: Place["kind"], isFollowed = false): Narrow | undefined => {
  const { location, store, unread } = app;
  const at = location.value;
  const here = at.screen === "narrow" ? placeIn(at.narrow, store.ownId) : undefined;
  const isWanted = (one: Count): boolean =>
    (kind === undefined ? one.waiting > 0 : isInTurn(app, one, here)) &&
    (kind ?? one.place.kind) === one.place.kind &&
    (!here || keyOf(here) !== keyOf(one.place)) &&
    (!isFollowed || isFollowedIn(store, one.place));
  const rankOf = ranking(app);
  const others = unread.value.filter(isWanted);
  const from = rankHere(app, rankOf);
  const ranked = others
    .map(({ place, newest }) => ({ place, rank: rankOf(place, newest) }))
    .sort((a, b) => (isBefore(a.rank, b.rank) ? -1 : 1));
  const following = from && ranked.find(({ rank }) => isBefore(from, rank));
  const next = following ?? (from === undefined && kind === undefined ? others[0] : ranked[0]);
  return next && narrowOf(next.place, store.ownId);
};

export const goToNext = (app: App, kind: Place["kind"], isFollowed?: boolean): void => {
  const narrow = nextUnread(app, kind, isFollowed);
  if (narrow) app.go({ screen: "narrow", narrow });
  else app.showToast({ text: deferredWords.nothingUnread });
};
