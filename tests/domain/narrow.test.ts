import { channelsOf, matches, type NarrowTerm } from "../../src/domain/narrow";
import { aMessage, directConversation } from "../support/builders";

const inChannel = aMessage({ topic: "Été", senderId: 4 });
const direct = aMessage({ conversation: directConversation(500, 1, 2, 10), topic: "", senderId: 2 });
const is = (term: Omit<NarrowTerm, "negated">) => ({ ...term, negated: false }) as NarrowTerm;
const isNot = (term: Omit<NarrowTerm, "negated">) => ({ ...term, negated: true }) as NarrowTerm;

test("an empty narrow holds every message", () => {
  expect([matches([], inChannel), matches([], direct)]).toEqual([true, true]);
});

const cases: readonly [string, object, boolean, boolean][] = [
  ["its channel", { operator: "channel", channelId: 1 }, true, false],
  ["another channel", { operator: "channel", channelId: 2 }, false, false],
  ["its topic in another case", { operator: "topic", topic: "éTÉ" }, true, false],
  ["part of its topic", { operator: "topic", topic: "ét" }, false, false],
  ["the empty topic, which direct messages don't have", { operator: "topic", topic: "" }, false, false],
  ["its people in any order", { operator: "dm", participants: [10, 2, 1, 2] }, false, true],
  ["some of its people", { operator: "dm", participants: [1, 2] }, false, false],
  ["direct messages", { operator: "is-dm" }, false, true],
  ["its sender", { operator: "sender", userId: 4 }, true, false],
];

test.each(cases)("a narrow to %s", (_, term, channelMessage, directMessage) => {
  const plain = is(term as Omit<NarrowTerm, "negated">);
  const negated = isNot(term as Omit<NarrowTerm, "negated">);
  expect([matches([plain], inChannel), matches([plain], direct)]).toEqual([channelMessage, directMessage]);
  expect([matches([negated], inChannel), matches([negated], direct)]).toEqual([
    !channelMessage,
    !directMessage,
  ]);
});

test("a message must meet every term", () => {
  const channel: NarrowTerm = { operator: "channel", channelId: 1, negated: false };
  const sender: NarrowTerm = { operator: "sender", userId: 9, negated: false };
  expect(matches([channel, sender], inChannel)).toBe(false);
  expect(matches([channel, { ...sender, negated: true }], inChannel)).toBe(true);
});

test("a narrow is about the channels that it names and doesn't exclude", () => {
  expect(channelsOf([])).toBeUndefined();
  expect(channelsOf([{ operator: "channel", channelId: 3, negated: true }])).toBeUndefined();
  expect(
    channelsOf([
      { operator: "topic", topic: "x", negated: false },
      { operator: "channel", channelId: 3, negated: false },
    ]),
  ).toEqual([3]);
  expect(channelsOf([{ operator: "channels", channelIds: [1, 2], negated: false }])).toEqual([1, 2]);
  expect(channelsOf([{ operator: "channels", channelIds: [1, 2], negated: true }])).toBeUndefined();
});
