import { narrowUrl } from "../../src/domain/narrow/narrow-url";
import { type Names, narrowOf, placeIn, readLocation, writeLocation } from "../../web/src/app/location";
import type { Term } from "../../web/src/store/narrow";
import { directPlace } from "../../web/src/store/place";
import fc from "../support/random/fast-check";

const channels = new Map([
  [9, "design & 100% (new)"],
  [12, "ops.alerts"],
]);
const names: Names = {
  ownId: 1,
  channelName: (id) => channels.get(id),
  channelId: (name) => [...channels].find(([, one]) => one === name)?.[0],
  userName: (id) => ({ 1: "Me", 5: "Ana Ny/Gaard", 7: "Ben" })[id],
  userId: (name) => ({ "me@example.com": 1, "ana.ny@example.com": 5, "7up@example.com": 8 })[name],
};

const text = fc.string({ minLength: 1, unit: "grapheme" }).filter((one) => one.isWellFormed());
const term: fc.Arbitrary<Term> = fc.oneof(
  fc.record({ operator: fc.constant("channel"), operand: fc.constantFrom(9, 12, 77) }),
  fc.record({ operator: fc.constant("topic"), operand: fc.string({ unit: "grapheme" }) }),
  fc.record({ operator: fc.constant("dm"), operand: fc.subarray([5, 7, 8], { minLength: 1 }) }),
  fc.record({ operator: fc.constantFrom("sender", "mentions"), operand: fc.constantFrom(1, 5, 7) }),
  fc.record({ operator: fc.constant("is"), operand: fc.constantFrom("starred", "mentioned", "unread") }),
  fc.record({ operator: fc.constant("search"), operand: text }),
);
const anyTerm = fc
  .tuple(term, fc.boolean())
  .map(([one, negated]): Term => (negated ? { ...one, negated } : one));

test("a screen's URL leads back to the same screen, whatever its names contain", () => {
  fc.assert(
    fc.property(
      fc.array(anyTerm, { minLength: 1, maxLength: 3 }),
      fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined }),
      (narrow, near) => {
        const location = { screen: "narrow", narrow, ...(near !== undefined && { near }) } as const;
        expect(readLocation(writeLocation(location, names), names)).toEqual(location);
      },
    ),
  );
});

test("links that the server writes into messages and mails open the right screen", () => {
  fc.assert(
    fc.property(fc.constantFrom(9, 12), fc.string({ unit: "grapheme" }), (id, topic) => {
      const url = narrowUrl({ id, name: channels.get(id) ?? "" }, topic, { operator: "near", messageId: 4 });
      expect(readLocation(new URL(url, "http://chat.example.com").hash, names)).toEqual({
        screen: "narrow",
        near: 4,
        narrow: [
          { operator: "channel", operand: id },
          { operator: "topic", operand: topic },
        ],
      });
    }),
  );
});

test.each([
  [
    "#narrow/stream/9-design/subject/a.20b",
    [
      ["channel", 9],
      ["topic", "a b"],
    ],
  ],
  ["#narrow/stream/ops.2Ealerts", [["channel", 12]]],
  ["#narrow/pm-with/1,5-me", [["dm", [5]]]],
  ["#narrow/dm/1-me", [["dm", [1]]]],
  ["#narrow/dm/1,1", [["dm", [1]]]],
  ["#narrow/dm/7,5-group", [["dm", [5, 7]]]],
  ["#narrow/dm/7,1,5,7-group", [["dm", [5, 7]]]],
  ["#narrow/from/7-ben", [["sender", 7]]],
  ["#narrow/sender/me", [["sender", 1]]],
  ["#narrow/dm/me", [["dm", [1]]]],
  ["#narrow/is/private", [["is", "dm"]]],
  ["#narrow/pm-with/ana.2Eny.40example.2Ecom", [["dm", [5]]]],
  ["#narrow/pm-with/7up.40example.2Ecom", [["dm", [8]]]],
  ["#narrow/pm-with/me.40example.2Ecom", [["dm", [1]]]],
  ["#narrow/pm-with/me.40example.2Ecom.2Cana.2Eny.40example.2Ecom,7up.40example.2Ecom", [["dm", [5, 8]]]],
  ["#narrow/pm-with/7-ben.40home", [["dm", [7]]]],
  ["#narrow/group-pm-with/5-ana", [["dm-including", [5]]]],
  ["#narrow/group-pm-with/7up.40example.2Ecom", [["dm-including", [8]]]],
  ["#narrow/sender/ana.2Eny.40example.2Ecom", [["sender", 5]]],
  ["#narrow/mentions/7-ben", [["mentions", 7]]],
  // The server is asked about those that the client doesn't know, and never about somebody else.
  ["#narrow/pm-with/5star.40example.2Ecom", [["dm", "5star@example.com"]]],
  ["#narrow/group-pm-with/carl.40example.2Ecom", [["dm-including", "carl@example.com"]]],
  ["#narrow/dm/somebody", [["dm", "somebody"]]],
  ["#feed", []],
  ["#all_messages", []],
])("a legacy or short URL opens the right narrow: %s", (hash, terms) => {
  const narrow = (terms as [string, never][]).map(([operator, operand]) => ({ operator, operand }));
  expect(readLocation(hash, names)).toEqual({ screen: "narrow", narrow });
});

const namesOf = (ownId: number): Names => ({ ...names, ownId, userName: (id) => `Person ${id}` });

test("whoever copies the URL of a direct conversation or of a message in it, it opens the same for each participant", () => {
  const participants = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(participants, fc.constantFrom({}, { near: 361 }), (people, at) => {
      for (const writer of people)
        for (const reader of people) {
          const narrow = narrowOf(directPlace(people), writer);
          const url = writeLocation({ screen: "narrow", narrow, ...at }, namesOf(writer));
          const opened = readLocation(url, namesOf(reader));
          expect(opened).toEqual({ screen: "narrow", narrow: narrowOf(directPlace(people), reader), ...at });
          expect(opened.screen === "narrow" && placeIn(opened.narrow, reader)).toEqual(directPlace(people));
        }
    }),
  );
});

test.each([
  [8, [12], "#narrow/dm/8,12-dm"],
  [8, [12, 3, 12], "#narrow/dm/3,8,12-group"],
  [8, [8, 12], "#narrow/dm/8,12-dm"],
  [8, [8], "#narrow/dm/8-Person-8"],
  // Spectators are no participants.
  [0, [12], "#narrow/dm/12-Person-12"],
])(
  "the URL of a direct conversation lists each participant once, in Zulip's order: %i with %j",
  (writer, operand, url) => {
    const narrow = [{ operator: "dm", operand }];
    expect(writeLocation({ screen: "narrow", narrow }, namesOf(writer))).toBe(url);
  },
);

test("the people of a search for all their conversations stay as they are", () => {
  const narrow = [{ operator: "dm-including", operand: [12] }];
  expect(writeLocation({ screen: "narrow", narrow }, namesOf(8))).toBe("#narrow/dm-including/12-Person-12");
});

test.each([
  ["inbox", { screen: "inbox" }],
  ["recent", { screen: "recent" }],
  ["recent_topics", { screen: "recent" }],
  ["all_messages", { screen: "narrow", narrow: [] }],
  ["not yet known", { screen: "inbox" }],
])("a URL without a known screen opens the home view: %s", (home, screen) => {
  const view = readLocation(home, names);
  for (const hash of ["", "#", "#nothing/of/ours"]) expect(readLocation(hash, names, view)).toEqual(screen);
  expect(readLocation("#inbox", names, view)).toEqual({ screen: "inbox" });
});

test.each(["", "#", "#inbox", "#nothing/of/ours", "#narrow%"])(
  "a URL without a known screen opens the inbox: %s",
  (hash) => {
    expect(readLocation(hash, names)).toEqual({ screen: "inbox" });
  },
);

test("a URL with a message id opens the conversation where the message is now", () => {
  expect(readLocation("#narrow/channel/9-design/topic/old/with/55", names)).toMatchObject({ with: 55 });
});

test.each([
  ["#channels/9/design/permissions", 9, "permissions"],
  ["#channels/9/permissions", 9, "permissions"],
  ["#channels/9/design/subscribers", 9, "subscribers"],
  ["#channels/9/design/personal", 9, "personal"],
  ["#streams/9/design", 9, "general"],
])("a channel's settings have the URLs of Zulip's clients: %s", (hash, channelId, section) => {
  expect(readLocation(hash, names)).toEqual({ screen: "channel", channelId, section });
});

test("the URL of a part of the list of channels leads back to it", () => {
  for (const part of ["subscribed", "available", "archived"] as const)
    expect(readLocation(writeLocation({ screen: "channels", part }, names), names)).toEqual({
      screen: "channels",
      part,
    });
});

test("the URL of a channel's settings leads back to them, whatever the channel's name", () => {
  const location = { screen: "channel", channelId: 9, section: "subscribers" } as const;
  expect(readLocation(writeLocation(location, names), names)).toEqual(location);
});

test.each([
  ["#channels", { screen: "channels" }],
  ["#channels/all", { screen: "channels" }],
  ["#channels/new", { screen: "channels", part: "new" }],
  ["#streams/new", { screen: "channels", part: "new" }],
  ["#channels/subscribed", { screen: "channels", part: "subscribed" }],
  ["#channels/available", { screen: "channels", part: "available" }],
  ["#channels/notsubscribed", { screen: "channels", part: "available" }],
  ["#groups/new", { screen: "organization", section: "groups/new" }],
  ["#groups", { screen: "organization", section: "groups" }],
  ["#groups/23/design/members", { screen: "organization", section: "groups/23/design/members" }],
])("channels and groups have the URLs of Zulip's clients: %s", (hash, location) => {
  expect(readLocation(hash, names)).toEqual(location);
});

test.each([
  "#keyboard-shortcuts",
  "#message-formatting",
  "#search-operators",
  "#about-zulip",
  "#about",
  "#invite",
  "#user/7",
  "#topics/channel/9-design",
  "#nothing/of/ours",
])("a URL that no screen has is told from the home view's own: %s", (hash) => {
  const home = readLocation("#inbox", names);
  expect(readLocation(hash, names, home)).toBe(home);
  expect(readLocation("#inbox", names, home)).not.toBe(home);
});
