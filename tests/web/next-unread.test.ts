import { signal } from "@preact/signals";
import type { App } from "../../web/src/app/app";
import { narrowOf, placeIn } from "../../web/src/app/location";
import { createToasts } from "../../web/src/app/toasts";
import { directPlace, keyOf, type Place, topicPlace } from "../../web/src/store/place";
import { goToNext, nextUnread } from "../../web/src/views/places/next-unread";
import { deferredWords } from "../../web/src/words/en-deferred";

const ownId = 1;

// The names of channels are sorted in the browser's language.
beforeAll(() => void Object.assign(globalThis, { navigator: { language: "en" } }));
afterAll(() => void Reflect.deleteProperty(globalThis, "navigator"));

const topics = [topicPlace(9, "b"), topicPlace(8, "z"), topicPlace(9, "A"), topicPlace(7, "m")];
const directs = [directPlace([1, 4]), directPlace([1, 2]), directPlace([1, 3])];

/** An app at the inbox, where these conversations are unread, newest first. */
const appWith = (
  places: readonly Place[],
  followed: readonly Place[] = [],
  muted: readonly Place[] = [],
): App =>
  ({
    location: signal({ screen: "inbox" }),
    ...createToasts(),
    unread: signal(places.map((place, index) => ({ place, count: 1, waiting: 1, newest: 100 - index }))),
    store: {
      ownId,
      channels: signal({
        subscribed: new Map(
          [
            { stream_id: 6, name: "a muted channel", is_muted: true },
            { stream_id: 7, name: "web", pin_to_top: true },
            { stream_id: 8, name: "design" },
            { stream_id: 9, name: "ops", folder_id: 1 },
          ].map((channel) => [channel.stream_id, { is_muted: false, ...channel }]),
        ),
      }),
      folders: signal(new Map([[1, { id: 1, name: "Zoo", order: 0 }]])),
      topicPolicies: signal(
        new Map(
          [followed, muted].flatMap((all, isMuted) =>
            all.map((place) => [keyOf(place), { visibility_policy: isMuted ? 1 : 3 }] as const),
          ),
        ),
      ),
    },
    go(this: App, to: App["location"]["value"]) {
      this.location.value = to;
    },
  }) as unknown as App;

const keyHere = ({ location }: App): string | undefined => {
  const at = location.value;
  const place = at.screen === "narrow" ? placeIn(at.narrow, ownId) : undefined;
  return place && keyOf(place);
};

/** Where so many steps lead. */
const visited = (app: App, steps: number, kind: Place["kind"]): readonly (string | undefined)[] =>
  Array.from({ length: steps }, () => {
    goToNext(app, kind);
    return keyHere(app);
  });

test("going to the next unread topic follows the sidebar: pinned channels, folders, others, and in each the newest first", () => {
  const app = appWith([...directs, ...topics]);
  expect(visited(app, 6, "topic")).toEqual(["t7 m", "t9 b", "t9 a", "t8 z", "t7 m", "t9 b"]);
});

test("from a channel, the next unread topic is its newest one; from a topic that has been read, its channel's", () => {
  const app = appWith(topics);
  app.go({ screen: "narrow", narrow: [{ operator: "channel", operand: 9 }] });
  expect(visited(app, 2, "topic")).toEqual(["t9 b", "t9 a"]);
  app.go({ screen: "narrow", narrow: narrowOf(topicPlace(9, "read"), ownId) });
  expect(visited(app, 1, "topic")).toEqual(["t9 b"]);
});

test("going to the next unread direct conversation visits all of them, from the newest around to it again", () => {
  const app = appWith([...topics, ...directs]);
  expect(visited(app, 4, "direct")).toEqual(["d1,4", "d1,2", "d1,3", "d1,4"]);
});

test("none is left out when conversations are read or get new messages on the way", () => {
  const app = appWith(topics);
  const seen = topics.map((_, index) => {
    goToNext(app, "topic");
    const here = keyHere(app);
    // Each is read as it is left, and another one gets a message.
    const [first, ...left] = app.unread.value.filter(({ place }) => keyOf(place) !== here).toReversed();
    Object.assign(app, { unread: signal(first ? [{ ...first, newest: 200 + index }, ...left] : []) });
    return here;
  });
  expect(seen.toSorted()).toEqual(["t7 m", "t8 z", "t9 a", "t9 b"]);
  goToNext(app, "topic");
  expect(app.toasts.value.at(-1)?.text).toBe(deferredWords.nothingUnread);
});

test("the header's link leads through topics and direct conversations", () => {
  const places = [...topics, ...directs];
  const app = appWith(places);
  const seen = places.map(() => {
    const narrow = nextUnread(app) ?? [];
    app.go({ screen: "narrow", narrow });
    return keyHere(app);
  });
  expect(seen.toSorted()).toEqual(places.map(keyOf).toSorted());
  expect(nextUnread(app)).toEqual(narrowOf(topicPlace(9, "b"), ownId));
});

test("the next followed topic passes over topics that the user doesn't follow", () => {
  const app = appWith(topics, topics.slice(1));
  const seen = [1, 2, 3, 4].map(() => {
    goToNext(app, "topic", true);
    return keyHere(app);
  });
  expect(seen).toEqual(["t7 m", "t9 a", "t8 z", "t7 m"]);
});

describe("a mention in a muted topic", () => {
  const [first = topicPlace(9, "b"), ...others] = topics;
  const inMutedChannel = ["followed", "usual", "muted"].map((name) => topicPlace(6, name));
  const [followed = first] = inMutedChannel;

  test("is passed over by the keys, as in Zulip, and reached by the header's link", () => {
    const app = appWith([first, ...others, ...inMutedChannel], [followed], [first]);
    expect(visited(app, 5, "topic")).toEqual(["t7 m", "t9 a", "t8 z", "t6 followed", "t7 m"]);
    const onlyMuted = appWith([first], [], [first]);
    expect(visited(onlyMuted, 1, "topic")).toEqual([undefined]);
    expect(nextUnread(onlyMuted)).toEqual(narrowOf(first, ownId));
  });

  test("is reached by the keys from a topic of the same muted channel, unless its own topic is muted", () => {
    const app = appWith(inMutedChannel, [], [topicPlace(6, "muted")]);
    app.go({ screen: "narrow", narrow: narrowOf(topicPlace(6, "read"), ownId) });
    expect(visited(app, 3, "topic")).toEqual(["t6 followed", "t6 usual", "t6 followed"]);
  });
});
