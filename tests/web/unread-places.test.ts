import { signal } from "@preact/signals";
import { directPlace, keyOf, type Place, topicPlace } from "../../web/src/store/place";
import type { Store } from "../../web/src/store/store";
import { badgeOf, unreadByChannel, unreadPlaces } from "../../web/src/store/unread-places";

const [me, ana, ben] = [1, 5, 7];
const [design, noisy] = [9, 12];
const [muted, followed] = [1, 3];

/** Ids of unread messages by conversation. Those above 100 mention the user, and those above 200 only by a wildcard. */
const unread: readonly (readonly [Place, readonly number[]])[] = [
  [topicPlace(design, "paper"), [1, 2, 101]],
  [topicPlace(design, "muted"), [3, 4, 5, 102, 201]],
  [topicPlace(design, "followed"), [6, 7, 8, 103, 202]],
  [topicPlace(noisy, "any"), [9, 10, 104, 203]],
  [topicPlace(noisy, "followed"), [11, 12, 204]],
  [topicPlace(design, "muted too"), [13]],
  [directPlace([me, ana]), [14, 15, 105]],
  [directPlace([me, ben]), [16]],
];

const storeWith = (desktop_icon_count_display?: number): Store =>
  ({
    ownId: me,
    settings: signal({ desktop_icon_count_display }),
    unread: signal({
      places: new Map(unread.map(([place, ids]) => [keyOf(place), { place, ids: new Set(ids) }])),
      mentions: new Set(unread.flatMap(([, ids]) => ids.filter((id) => id > 100 && id < 200))),
      wildcards: new Set(unread.flatMap(([, ids]) => ids.filter((id) => id > 200))),
    }),
    channels: signal({
      subscribed: new Map([
        [design, { is_muted: false }],
        [noisy, { is_muted: true }],
      ]),
    }),
    topicPolicies: signal(
      new Map(
        (
          [
            [topicPlace(design, "muted"), muted],
            [topicPlace(design, "muted too"), muted],
            [topicPlace(design, "followed"), followed],
            [topicPlace(noisy, "followed"), followed],
          ] as const
        ).map(([place, visibility_policy]) => [keyOf(place), { visibility_policy }]),
      ),
    ),
    mutedUsers: signal(new Map([[ben, 0]])),
  }) as unknown as Store;

test("of a muted conversation, only the messages that mention the user otherwise than by a wildcard wait for them", () => {
  const waiting = unreadPlaces(storeWith()).map(({ place, waiting }) => [keyOf(place), waiting]);
  expect(Object.fromEntries(waiting)).toEqual({
    "t9 paper": 3,
    "t9 muted": 1,
    "t9 followed": 5,
    "t12 any": 1,
    "t12 followed": 3,
    "t9 muted too": 0,
    "d1,5": 3,
    "d1,7": 0,
  });
});

test("a channel counts what waits in it and what mentions the user, whether it is muted or not, and isn't listed if nothing does", () => {
  expect(unreadByChannel(unreadPlaces(storeWith()))).toEqual(
    new Map([
      [design, { count: 9, mentions: 4 }],
      [noisy, { count: 4, mentions: 2 }],
    ]),
  );
});

test.each([
  ["everything that waits, by default", undefined, 16],
  ["everything that waits", 1, 16],
  ["direct messages, mentions and followed topics", 2, 3 + 1 + 1 + 5 + 1 + 3],
  ["direct messages and mentions", 3, 3 + 4 + 2],
  ["nothing", 4, 0],
])("the number in the title and on the icon counts, as the user chose: %s", (_what, setting, count) => {
  const store = storeWith(setting);
  expect(badgeOf(store, unreadPlaces(store))).toBe(count);
});
