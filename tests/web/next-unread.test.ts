import { signal } from "@preact/signals";
import type { App } from "../../web/src/app/app";
import { narrowOf, placeIn } from "../../web/src/app/location";
import { goToNext, nextUnread } from "../../web/src/app/next-unread";
import { createToasts } from "../../web/src/app/toasts";
import { directPlace, keyOf, type Place, topicPlace } from "../../web/src/store/place";
import { words } from "../../web/src/words/en";

const ownId = 1;
const topics = [topicPlace(9, "b"), topicPlace(8, "z"), topicPlace(9, "A"), topicPlace(7, "m")];
const directs = [directPlace([1, 4]), directPlace([1, 2]), directPlace([1, 3])];

/** An app at the inbox, where these conversations are unread, newest first. */
const appWith = (places: readonly Place[], followed: readonly Place[] = []): App =>
  ({
    location: signal({ screen: "inbox" }),
    ...createToasts(),
    unread: signal(places.map((place) => ({ place, waiting: 1 }))),
    store: {
      ownId,
      channels: signal({
        known: new Map([
          [7, { name: "web" }],
          [8, { name: "design" }],
          [9, { name: "ops" }],
        ]),
      }),
      topicPolicies: signal(
        new Map(followed.map((place) => [keyOf(place), { visibility_policy: 3 }] as const)),
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

test("going to the next unread topic visits all of them, by channel and topic, from the newest around to it again", () => {
  const app = appWith([...directs, ...topics]);
  expect(visited(app, 6, "topic")).toEqual(["t9 b", "t7 m", "t8 z", "t9 a", "t9 b", "t7 m"]);
});

test("going to the next unread direct conversation visits all of them, from the newest around to it again", () => {
  const app = appWith([...topics, ...directs]);
  expect(visited(app, 4, "direct")).toEqual(["d1,4", "d1,2", "d1,3", "d1,4"]);
});

test("the order holds when conversations are read or get new messages on the way", () => {
  const app = appWith(topics);
  const seen = topics.map(() => {
    goToNext(app, "topic");
    const here = keyHere(app);
    // Each is read as it is left, and another one gets a message.
    const left = app.unread.value.filter(({ place }) => keyOf(place) !== here);
    Object.assign(app, { unread: signal(left.toReversed()) });
    return here;
  });
  expect(seen).toEqual(["t9 b", "t7 m", "t8 z", "t9 a"]);
  goToNext(app, "topic");
  expect([keyHere(app), app.toasts.value.at(-1)?.text]).toEqual(["t9 a", words.nothingUnread]);
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
  expect(seen).toEqual(["t8 z", "t9 a", "t7 m", "t8 z"]);
});
