import * as E from "fp-ts/Either";
import { decodeLoggedEvent, encodeLoggedEvent } from "../../../src/domain/events/event-codec";
import type { StoredEvent } from "../../../src/domain/events/event-lifts";
import { defaultUserSettings } from "../../../src/domain/users/user-settings";
import {
  aClientDevice,
  aMessage,
  aMessageSent,
  aRealm,
  aUser,
  channelConversation,
  flagsChanged,
} from "../../support/builders/entities";
import { eventArbitraries, eventTypes } from "../../support/random/arbitraries/events";
import fc from "../../support/random/fast-check";

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const problemOf = (stored: unknown): string => {
  const read = decodeLoggedEvent(stored);
  if (E.isRight(read)) throw new Error("It can be read");
  return read.left.problem;
};

const without = (whole: object, ...names: readonly string[]): StoredEvent =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));

describe.each(eventTypes)("%s", (type) => {
  const arbitrary: fc.Arbitrary<object> = eventArbitraries[type];

  test("survives a round trip through JSON", () => {
    fc.assert(
      fc.property(eventArbitraries[type], (event) => {
        const read = decodeLoggedEvent(throughJson(encodeLoggedEvent(event)));
        expect(read).toEqual({ _tag: "Right", right: structuredClone(event) });
      }),
      { numRuns: 30 },
    );
  });

  test("names a required field that is missing or renamed", () => {
    const [one = {}, ...others] = fc.sample(arbitrary, { numRuns: 60, seed: 1 });
    const always = Object.keys(one).filter((name) => others.every((other) => name in other));
    for (const name of always.filter((field) => field !== "type")) {
      const stored = encodeLoggedEvent(one as never);
      const storedName = name === "flagsByUser" ? "marks" : name;
      const lacking = without(stored, storedName);
      expect(problemOf(lacking)).toContain(`: ${name}: expected `);
      expect(problemOf({ ...lacking, [`${storedName}2`]: stored[storedName] })).toContain(
        `: ${name}: expected `,
      );
    }
  });

  test("decodes despite the unknown fields of a newer version", () => {
    for (const event of fc.sample(arbitrary, { numRuns: 5, seed: 2 })) {
      const read = decodeLoggedEvent(
        throughJson({ ...encodeLoggedEvent(event as never), v: 99, later: { a: 1 } }),
      );
      expect(read).toMatchObject({ _tag: "Right", right: structuredClone(event) });
    }
  });
});

test("a nested problem is named by its path", () => {
  const stored = throughJson(
    encodeLoggedEvent(
      aMessageSent({ reactions: [{ userId: 1, emoji: { name: "a", code: "b", kind: "realm" } }] }),
    ),
  ) as { message: { reactions: { emoji: { kind: unknown } }[] } };
  for (const reaction of stored.message.reactions) reaction.emoji.kind = 7;
  expect(problemOf(stored)).toBe(
    'message_sent of version 2: message.reactions.0.emoji.kind: expected "unicode" | "realm" | "extra", found number 7',
  );
});

test.each([
  ["nothing", undefined, "it is no object"],
  ["a list", [], "it is no object"],
  ["no type", {}, "unknown type undefined"],
  ["a type that is none", { type: "toString" }, 'unknown type "toString"'],
  ["a type that is no text", { type: 5 }, "unknown type 5"],
  ["version 0", { type: "message_sent", v: 0 }, "message_sent: 0 is no version"],
  ["half a version", { type: "message_sent", v: 1.5 }, "message_sent: 1.5 is no version"],
  ["a version in words", { type: "message_sent", v: "2" }, 'message_sent: "2" is no version'],
])("rejects %s", (_, stored, problem) => {
  expect(problemOf(stored)).toBe(problem);
});

test("the end of an open range is null in JSON, and infinity after decoding", () => {
  const event = flagsChanged({ ranges: [{ conversationId: 1, ids: [[3, Number.POSITIVE_INFINITY]] }] });
  const stored = encodeLoggedEvent(event);
  expect(stored).toMatchObject({ ranges: [{ conversationId: 1, ids: [[3, null]] }] });
  expect(decodeLoggedEvent(stored)).toEqual({ _tag: "Right", right: event });
});

/** Each form was logged by a version of the program from before events had versions. */
const firstMessage = without(aMessage(), "reactions", "edits", "submessages", "rendererVersion");
const firstRealm = without(aRealm(), "pictures", "userDefaults");
const firstUser = without(
  aUser(),
  "isDeleted",
  "awaitsFirstLogin",
  "apiKeyMadeAt",
  "secondFactors",
  "canChangeUserEmails",
  "chosenSettings",
  "status",
  "alertWords",
  "mutedUsers",
);
const firstSettings = without(defaultUserSettings, "hideAiFeatures");
const edit = { editedAt: 5, userId: 1, content: { before: "b", renderedBefore: "<p>b</p>" } };
const place = { messageId: 1, conversation: channelConversation(1) };
const inTopic = { conversation: channelConversation(1), topic: "a" };

test.each<readonly [what: string, old: StoredEvent, added: object]>([
  [
    "a message without reactions, edits, submessages and renderer",
    { type: "message_sent", message: firstMessage, flagsByUser: {} },
    { beginsConversation: false, message: { ...aMessage(), rendererVersion: 0 } },
  ],
  [
    "an edit without flags and renderer",
    { type: "message_edited", ...place, topic: "a", content: "c", renderedContent: "<p>c</p>", edit },
    { flagsByUser: {}, rendererVersion: 0 },
  ],
  [
    "a move that doesn't say who lost the messages",
    {
      type: "messages_moved",
      messageIds: [1],
      from: inTopic,
      to: { ...inTopic, topic: "b" },
      edit: { editedAt: 5, userId: 1, topic: { before: "a", after: "b" } },
      chosenId: 1,
      mode: "change_one",
    },
    { leftBehind: [], lostBy: [] },
  ],
  [
    "deleted messages without the time",
    { type: "messages_deleted", conversation: channelConversation(1), topic: "a", messageIds: [1] },
    { deletedAt: 0 },
  ],
  [
    "a channel's change that doesn't say whether it was archived",
    { type: "channel_changed", channelId: 1, nameBefore: "a", change: { name: "b" } },
    { wasArchived: false },
  ],
  [
    "a group's change that doesn't say whether it was in use",
    { type: "group_changed", groupId: 20, change: { name: "b" } },
    { isDeactivated: false },
  ],
  [
    "new members of such a group",
    { type: "group_members_changed", groupId: 20, op: "add", userIds: [1] },
    { isDeactivated: false },
  ],
  [
    "new subgroups of such a group",
    { type: "group_subgroups_changed", groupId: 20, op: "add", subgroupIds: [21] },
    { isDeactivated: false },
  ],
  [
    "settings that don't say who chose them",
    { type: "user_settings_changed", userId: 1, change: { enterSends: true } },
    { isOwnChoice: true },
  ],
  [
    "a device of which it isn't said which session registered it",
    { type: "client_device_added", userId: 1, device: without(aClientDevice(), "sessionId") },
    { device: aClientDevice() },
  ],
  [
    "an address that doesn't say whether the relay knows it, and which session registered it",
    {
      type: "push_token_added",
      userId: 1,
      token: { service: "fcm", token: "a", appId: null, keys: null, addedAt: 5 },
    },
    {
      token: {
        service: "fcm",
        token: "a",
        appId: null,
        keys: null,
        addedAt: 5,
        isIntroduced: false,
        sessionId: null,
      },
    },
  ],
  [
    "a realm without pictures and defaults",
    { type: "realm_created", realm: firstRealm },
    { realm: aRealm() },
  ],
  [
    "a user without status, words and a setting that came later",
    { type: "user_created", user: { ...firstUser, settings: firstSettings } },
    { user: aUser() },
  ],
  [
    "a bot from when bots had an owner only",
    { type: "user_created", user: { ...firstUser, bot: { type: "generic", ownerId: 1 } } },
    {
      user: aUser({
        bot: {
          type: "generic",
          ownerId: 1,
          defaultSendingChannelId: null,
          defaultEventsChannelId: null,
          defaultAllPublicChannels: false,
          service: null,
          config: {},
        },
      }),
    },
  ],
])("upgrades an older version's event: %s", (_, old, added) => {
  expect(decodeLoggedEvent(throughJson(old))).toEqual({ _tag: "Right", right: { ...old, ...added } });
});

test("rejects a current event without fields that older versions lacked, instead of upgrading it", () => {
  expect(E.isLeft(decodeLoggedEvent({ ...encodeLoggedEvent(aMessageSent()), message: firstMessage }))).toBe(
    true,
  );
});
