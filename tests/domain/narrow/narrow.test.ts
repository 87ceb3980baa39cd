import {
  channelsOf,
  matches as matchesFor,
  type Narrow,
  type NarrowTerm,
  unreadOf,
} from "../../../src/domain/narrow/narrow";
import { aMessage, directConversation } from "../../support/builders/entities";

const inChannel = aMessage({
  topic: "Été",
  senderId: 4,
  renderedContent: '<p><a href="https://example.com">here</a></p>',
});
const direct = aMessage({
  conversation: directConversation(500, 1, 2, 10),
  topic: "",
  senderId: 2,
  renderedContent: '<div class="message_inline_image"><img src="/user_uploads/1/a.png"></div>',
});
const is = (term: Omit<NarrowTerm, "negated">) => ({ ...term, negated: false }) as NarrowTerm;
const isNot = (term: Omit<NarrowTerm, "negated">) => ({ ...term, negated: true }) as NarrowTerm;

/** User 1 has starred the channel message and not read the direct one. */
const reading = {
  isUnread: (message: typeof inChannel, userId: number) => userId === 1 && message === direct,
  flagsOf: (message: typeof inChannel, userId: number) =>
    userId === 1 && message === inChannel ? (["starred"] as const) : [],
  isFollowed: (message: typeof inChannel, userId: number) => userId === 1 && message === inChannel,
  isMuted: (message: typeof inChannel, userId: number) => userId === 2 && message === inChannel,
};
const matches = (narrow: Narrow, message: typeof inChannel) => matchesFor(narrow, message, reading);

test("an empty narrow contains every message", () => {
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
  [
    "direct messages with somebody",
    { operator: "dm-including", userIds: [10], onlyGroups: false },
    false,
    true,
  ],
  ["groups with them", { operator: "dm-including", userIds: [10, 2], onlyGroups: true }, false, true],
  [
    "direct messages with a stranger",
    { operator: "dm-including", userIds: [10, 3], onlyGroups: false },
    false,
    false,
  ],
  ["itself", { operator: "id", messageId: 1 }, true, true],
  ["another message", { operator: "id", messageId: 2 }, false, false],
  ["topics that are done with", { operator: "is-resolved" }, false, false],
  ["what is starred", { operator: "flagged", userId: 1, flags: ["starred"] }, true, false],
  ["what another starred", { operator: "flagged", userId: 2, flags: ["starred"] }, false, false],
  ["what is unread", { operator: "unread", userId: 1 }, false, true],
  ["what has a link", { operator: "has", what: "link" }, true, false],
  ["what has an image", { operator: "has", what: "image" }, false, true],
  ["what has a file", { operator: "has", what: "attachment" }, false, true],
  ["what is followed", { operator: "followed", userId: 1 }, true, false],
  ["what is muted", { operator: "muted", userId: 2 }, true, false],
  ["what another muted", { operator: "muted", userId: 1 }, false, false],
  ["anything", { operator: "anything" }, true, true],
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

test("a narrow is limited to the channels it names without negation", () => {
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

test("a topic is resolved if its name says so, only in channels", () => {
  const resolved: Narrow = [{ operator: "is-resolved", negated: false }];
  expect(matches(resolved, { ...inChannel, topic: "✔ lunch" })).toBe(true);
  expect(matches(resolved, { ...inChannel, topic: "lunch ✔ " })).toBe(false);
  expect(matches(resolved, { ...direct, topic: "✔ lunch" })).toBe(false);
});

test("a conversation of two isn't a group", () => {
  const two = aMessage({ conversation: directConversation(500, 1, 2), topic: "" });
  const including = (onlyGroups: boolean): Narrow => [
    { operator: "dm-including", userIds: [2], onlyGroups, negated: false },
  ];
  expect([matches(including(false), two), matches(including(true), two)]).toEqual([true, false]);
});

test("a narrow is limited to unread messages if it asks for them without negation", () => {
  expect(unreadOf([{ operator: "unread", userId: 7, negated: false }])).toBe(7);
  expect(unreadOf([{ operator: "unread", userId: 7, negated: true }])).toBeUndefined();
  expect(unreadOf([])).toBeUndefined();
});
