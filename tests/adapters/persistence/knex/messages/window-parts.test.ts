import { coveredBy, waysTo } from "../../../../../src/adapters/persistence/knex/messages/window-parts";
import type { MessageWindow } from "../../../../../src/application/ports/messages/message-finder";
import type { Narrow } from "../../../../../src/domain/narrow/narrow";

const nearby = [1000, 20_000];
const blocks = [
  { bits: 10, count: 2 },
  { bits: 16, count: 3 },
] as const;
const is = { negated: false } as const;

const ways = (narrow: Narrow, size: number, more: Partial<MessageWindow> = {}) =>
  waysTo(
    { scope: { kind: "received", userId: 1 }, narrow, anchor: 9, before: size, after: 1, ...more },
    nearby,
    blocks,
  );
const [near, further] = nearby.map((nearest) => ({ nearest }));

test("a search looks at more and more messages near the anchor before it goes by conversation", () => {
  expect(ways([], 101)).toEqual([near, further, "by conversation"]);
  expect(ways([{ operator: "muted", userId: 1, negated: true }], 101)).toEqual([
    near,
    further,
    "by conversation",
  ]);
});

test("a page that would take most of the messages nearby looks at more of them at once", () => {
  expect(ways([], 1001)).toEqual([further, "by conversation"]);
  expect(ways([], 1, { after: 1001 })).toEqual([further, "by conversation"]);
});

test("what an index of each conversation finds is looked for nearby only once", () => {
  expect(ways([{ operator: "has", what: "link", ...is }], 101)).toEqual([near, "by conversation"]);
});

test("an index of all messages is used where there is one for a term or a scope", () => {
  expect(ways([{ operator: "sender", userId: 3, ...is }], 101)).toEqual(["all"]);
  expect(ways([{ operator: "sender", userId: 3, negated: true }], 101)).toContain("by conversation");
  expect(ways([], 101, { scope: { kind: "channels", conversationIds: [7] } })).toEqual(["all"]);
  expect(ways([], 101, { scope: { kind: "channels", conversationIds: [7, 8] } })).toContain(
    "by conversation",
  );
});

test("unread messages are looked for in their ranges, unless an index finds fewer", () => {
  const unread = { operator: "unread", userId: 1, ...is } as const;
  expect(ways([unread], 101)).toEqual(["by conversation"]);
  expect(ways([{ operator: "channel", channelId: 7, ...is }, unread], 101)).toEqual(["by conversation"]);
  expect(ways([unread, { operator: "search", text: "lunch", ...is }], 101)).toEqual(["by rare terms"]);
  expect(ways([unread, { operator: "search", text: "lunch", negated: true }], 101)).toEqual([
    "by rare terms",
  ]);
  expect(
    ways([unread, { operator: "has", what: "link", ...is }, { operator: "has-reaction", ...is }], 101),
  ).toEqual(["by rare terms"]);
  expect(ways([unread, { operator: "flagged", userId: 1, flags: ["mentioned"], ...is }], 101)).toEqual([
    "by flags",
  ]);
  expect(ways([unread, { operator: "id", messageId: 3, ...is }], 101)).toEqual(["all"]);
  expect(ways([{ ...unread, userId: 2 }], 101)).toEqual(["all"]);
});

test("words and combinations are looked for by terms, in more and more blocks", () => {
  const few = { byTerms: blocks[0] };
  const everywhere = { byTerms: { everywhereAfter: blocks[1] } };
  const lunch = { operator: "search", text: "lunch" } as const;
  const link = { operator: "has", what: "link", ...is } as const;
  const sender = { operator: "sender", userId: 3, ...is } as const;
  expect(ways([{ ...lunch, ...is }], 101)).toEqual([few, everywhere]);
  expect(ways([{ ...lunch, negated: true }], 101)).toEqual([few, everywhere]);
  expect(ways([link, { operator: "has-reaction", ...is }], 101)).toEqual([near, everywhere]);
  expect(ways([{ operator: "channel", channelId: 7, ...is }, sender], 101)).toEqual([near, everywhere]);
  expect(ways([{ operator: "channel", channelId: 7, ...is }, link], 101)).toEqual(["all"]);
  expect(ways([{ operator: "search", text: '"a phrase"', negated: true }], 101)).toContain("by conversation");
  expect(
    ways(
      [
        { ...lunch, ...is },
        { operator: "id", messageId: 3, ...is },
      ],
      101,
    ),
  ).toEqual(["all"]);
  const marked = { kind: "marked", userId: 1, noneOf: [], receivedOf: [] } as const;
  expect(ways([{ ...lunch, ...is }], 101, { scope: marked })).toEqual(["all"]);
});

test("blocks cover the ids beside the anchor, wherever it is in its own", () => {
  expect(coveredBy({ byTerms: { bits: 10, count: 2 } })).toBe(1024);
  expect(coveredBy({ byTerms: { everywhereAfter: undefined } })).toBeUndefined();
  expect(coveredBy({ nearest: 7 })).toBe(7);
});
