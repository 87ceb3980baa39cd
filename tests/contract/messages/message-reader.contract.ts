import * as E from "fp-ts/Either";
import type { MessageScope } from "../../../src/application/ports/messages/message-scope";
import type { TopicSpan } from "../../../src/application/ports/topics/topic-reader";
import type { IdRanges } from "../../../src/domain/collections/id-ranges";
import type { RealmEvent } from "../../../src/domain/events/event";
import { editLimits } from "../../../src/domain/messages/message-edit";
import { messageSize, partSizes } from "../../../src/domain/messages/message-size";
import type { Narrow } from "../../../src/domain/narrow/narrow";
import {
  aChannel,
  aMessage,
  aMessageSent,
  aSubscription,
  channelConversation,
  directConversation,
} from "../../support/builders/entities";
import { inDm, readerHistory } from "../../support/builders/reader-history";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const messageReaderContract = (open: OpenPersistence): void => {
  const received = { kind: "received", userId: 1 } as MessageScope;

  const founded = async () => {
    const persistence = open();
    const { id } = await createRealm(persistence.eventStore, readerHistory);
    return { ...persistence, realmId: id };
  };

  const page = async (
    anchor: number,
    before: number,
    after: number,
    scope = received,
    narrow: Narrow = [],
  ) => {
    const { messages, realmId } = await founded();
    const found = await messages.around(realmId, { scope, narrow, anchor, before, after, enough: 1_000_000 });
    return [found.before.map(({ id }) => id), found.at?.id, found.after.map(({ id }) => id)];
  };
  const narrowed = async (...narrow: Narrow) => (await page(0, 0, 99, received, narrow))[2];

  test("returns messages by id as they were sent, in order, without missing ones", async () => {
    const { messages, realmId, eventStore } = await founded();
    expect(await messages.byIds(realmId, [8, 99, 2, 2])).toEqual([
      aMessage({ id: 2, senderId: 2, topic: "Été", sentAt: 100 }),
      aMessage({ id: 8, senderId: 1, ...inDm, readBySender: false }),
    ]);
    const attached = [{ id: 7, senderId: 2, kind: "widget", content: '{"widget_type":"poll"}' }];
    await commitAll(eventStore, realmId, [aMessageSent({ id: 9, submessages: attached })]);
    expect(await messages.byIds(realmId, [9])).toEqual([aMessage({ id: 9, submessages: attached })]);
    expect(await messages.byIds(realmId, [])).toEqual([]);
    const head = { id: 2, conversation: channelConversation(1), topic: "Été", senderId: 2, sentAt: 100 };
    expect(await messages.headsOf(realmId, [8, 99, 2])).toEqual([
      { ...head, readBySender: aMessage().readBySender },
      { id: 8, ...inDm, senderId: 1, sentAt: aMessage().sentAt, readBySender: false },
    ]);
    expect(await messages.contentsOf(realmId, [8, 99, 2])).toEqual(
      new Map([
        [2, aMessage().content],
        [8, aMessage().content],
      ]),
    );
    expect(await messages.byIds(realmId + 1, [2])).toEqual([]);
    expect(await messages.contentsOf(realmId + 1, [2])).toEqual(new Map());
  });

  test("a page holds the nearest messages on both sides of its anchor", async () => {
    expect(await page(6, 1, 1)).toEqual([[3], 6, [7]]);
    expect(await page(6, 99, 99)).toEqual([[2, 3], 6, [7, 8]]);
    expect(await page(6, 0, 0)).toEqual([[], 6, []]);
    expect(await page(5, 2, 2)).toEqual([[2, 3], undefined, [6, 7]]);
    expect(await page(0, 5, 2)).toEqual([[], undefined, [2, 3]]);
    expect(await page(10_000_000_000_000_000, 2, 5)).toEqual([[7, 8], undefined, []]);
  });

  test("messages that never reached the reader appear only in the channel's own scope", async () => {
    expect(await page(4, 9, 9)).toEqual([[2, 3], undefined, [6, 7, 8]]);
    expect(await page(1, 9, 9, { kind: "channels", conversationIds: [1001] })).toEqual([[], 1, [2, 6, 7]]);
    expect(await page(0, 9, 9, { kind: "channels", conversationIds: [1002] })).toEqual([[], undefined, [4]]);
    expect(await page(0, 9, 9, { kind: "received", userId: 3 })).toEqual([[], undefined, []]);
    expect(await page(0, 9, 9, { kind: "received", userId: 2 })).toEqual([[], undefined, [3, 8]]);
  });

  test("a narrow holds the messages that match all of its terms", async () => {
    const channel = { operator: "channel", channelId: 1, negated: false } as const;
    const topic = { operator: "topic", topic: "éTé", negated: false } as const;
    const dm = { operator: "dm", participants: [2, 1], negated: false } as const;
    const noDm = { operator: "is-dm", negated: true } as const;
    const sender = { operator: "sender", userId: 1, negated: false } as const;
    expect(await narrowed(channel)).toEqual([2, 6, 7]);
    expect(await narrowed({ ...channel, negated: true })).toEqual([3, 8]);
    expect(await narrowed({ ...channel, channelId: 9 })).toEqual([]);
    expect(await narrowed({ ...channel, channelId: 9, negated: true })).toEqual([2, 3, 6, 7, 8]);
    expect(await narrowed(channel, topic)).toEqual([2, 6]);
    expect(await narrowed({ ...topic, negated: true })).toEqual([3, 7, 8]);
    expect(await narrowed({ ...topic, topic: "" })).toEqual([]);
    expect(await narrowed(dm)).toEqual([3, 8]);
    expect(await narrowed({ ...dm, negated: true })).toEqual([2, 6, 7]);
    expect(await narrowed({ ...dm, participants: [1] })).toEqual([]);
    expect(await narrowed({ ...dm, participants: [1], negated: true })).toEqual([2, 3, 6, 7, 8]);
    expect(await narrowed(noDm)).toEqual([2, 6, 7]);
    expect(await narrowed(sender, noDm)).toEqual([6]);
    expect(await narrowed({ ...sender, negated: true })).toEqual([2, 3, 7]);
  });

  test("the first unread message is the oldest that reached the reader unread", async () => {
    const { messages, realmId } = await founded();
    const first = (narrow: Narrow, scope = received) => messages.firstUnreadId(realmId, 1, scope, narrow);
    expect(await first([])).toBe(2);
    expect(await first([{ operator: "is-dm", negated: false }])).toBe(3);
    expect(await first([{ operator: "topic", topic: "lunch", negated: false }])).toBeUndefined();
    expect(await first([], { kind: "channels", conversationIds: [1001] })).toBe(2);
    expect(await first([], { kind: "channels", conversationIds: [1002] })).toBeUndefined();
  });

  test("unread ids are those of conversations within the bounds, inclusive", async () => {
    const { messages, realmId } = await founded();
    const ids = async (conversationId: number, from: number, to: number) => {
      const found = await messages.unreadIds(realmId, 1, [{ conversationId, from, to }], 9);
      return E.isLeft(found) ? found : (found.right.get(conversationId) ?? []);
    };
    expect(await ids(500, 0, 99)).toEqual([3, 8]);
    expect(await ids(500, 3, 7)).toEqual([3]);
    expect(await ids(500, 4, 8)).toEqual([8]);
    expect(await ids(1001, 0, 99)).toEqual([2]);
    expect(await ids(1002, 0, 99)).toEqual([]);
    const both = [
      { conversationId: 500, from: 4, to: 9 },
      { conversationId: 1001, from: 0, to: 9 },
      { conversationId: 1002, from: 0, to: 9 },
    ];
    expect(await messages.unreadIds(realmId, 1, both, 2)).toEqual(
      E.right(
        new Map([
          [500, [8]],
          [1001, [2]],
        ]),
      ),
    );
    expect(await messages.unreadIds(realmId, 1, both, 1)).toEqual(E.left("too many"));
    expect(await messages.unreadIds(realmId, 1, [], 9)).toEqual(E.right(new Map()));
  });

  test("a reader's newest message is the newest that reached them", async () => {
    const { messages, realmId } = await founded();
    expect(await messages.newestId(realmId, 1)).toBe(8);
    expect(await messages.newestId(realmId, 3)).toBeUndefined();
  });

  test("a reader's newest message is found behind any number of others", async () => {
    const { eventStore, messages, realmId } = await founded();
    const elsewhere = Array.from({ length: 150 }, (_, index) =>
      aMessageSent({ id: 10 + index, senderId: 2, conversation: channelConversation(2) }),
    );
    await commitAll(eventStore, realmId, elsewhere);
    expect(await messages.newestId(realmId, 1)).toBe(8);
    expect(await messages.newestId(realmId, 3)).toBeUndefined();
  });

  test("conversations have their first message and the time of their newest", async () => {
    const { messages, realmId } = await founded();
    const firsts = [
      [1001, 1],
      [1002, 4],
    ] as const;
    expect(await messages.firstIds(realmId, [1001, 1002, 1003])).toEqual(new Map(firsts));
    expect(await messages.firstIds(realmId, [])).toEqual(new Map());
    const others = await messages.firstIds(realmId, [1001, 1002], [1, 4]);
    expect(others).toEqual(new Map([[1001, 2]]));
    const sentAt = [
      [1001, 300],
      [1002, 200],
    ] as const;
    expect(await messages.newestSentAt(realmId, [1002, 1001, 1003])).toEqual(new Map(sentAt));
  });

  test("conversations have the senders of their newest messages", async () => {
    const { messages, realmId } = await founded();
    expect(await messages.newestSenders(realmId, [1001], 9)).toEqual(new Set([1, 2]));
    expect(await messages.newestSenders(realmId, [1001], 1)).toEqual(new Set([2]));
    expect(await messages.newestSenders(realmId, [1003], 9)).toEqual(new Set());
    expect(await messages.newestSenders(realmId, [], 9)).toEqual(new Set());
  });

  test("finds a sent message with its place until it is deleted", async () => {
    const { messages, eventStore, realmId } = await founded();
    const sent = await messages.sentBy(realmId, 1, 0, 9);
    expect(sent).toEqual([
      { id: 6, conversation: channelConversation(1), topic: "éTÉ" },
      { id: 8, conversation: directConversation(500, 1, 2), topic: "" },
    ]);
    expect(await messages.sentBy(realmId, 1, 0, 1)).toEqual(sent.slice(0, 1));
    expect(await messages.sentBy(realmId, 1, 6, 9)).toEqual(sent.slice(1));
    await commitAll(eventStore, realmId, [
      {
        type: "messages_deleted",
        conversation: channelConversation(1),
        topic: "éTÉ",
        messageIds: [6, 99],
        deletedAt: 0,
      },
    ]);
    expect((await messages.sentBy(realmId, 1, 0, 9)).map(({ id }) => id)).toEqual([8]);
    expect(await messages.byIds(realmId, [6])).toEqual([]);
  });

  describe("topics", () => {
    /**
     * Channel 1 has two topics, and user 1 received the later half of each; channel 2 has a message without a topic.
     */
    const talked = async () => {
      const { eventStore, messages } = open();
      const say = (id: number, topic: string, channelId = 1) =>
        aMessageSent({ id, topic, conversation: channelConversation(channelId), sentAt: id * 100 });
      const { id } = await createRealm(eventStore, [
        { type: "channel_created", channel: aChannel({ id: 1 }) },
        say(1, "Lunch"),
        say(2, "lunch"),
        say(3, "Old"),
        { type: "subscribed", subscriptions: [aSubscription(1, 1)], firstMessageId: 4 },
        say(4, "LUNCH"),
        say(5, "", 2),
      ]);
      return { messages, id };
    };
    const all = { kind: "channels", conversationIds: [1001] } as const;
    const lunch = { conversationId: 1001, topic: "lunch" };

    test("are listed once each, by the name in their newest message, newest first", async () => {
      const { messages, id } = await talked();
      expect(await messages.topics(id, 1001)).toEqual([
        { name: "LUNCH", newestMessageId: 4 },
        { name: "Old", newestMessageId: 3 },
      ]);
      expect(await messages.topics(id, 1002)).toEqual([{ name: "", newestMessageId: 5 }]);
      expect(await messages.topics(id, 1003)).toEqual([]);
    });

    test("are listed as far as they are within ranges of ids", async () => {
      const { messages, id } = await talked();
      const within = (names: readonly string[], ...ranges: IdRanges) =>
        messages.topicsWithin(id, 1001, names, ranges);
      const open = Number.POSITIVE_INFINITY;
      expect(await within(["old", "lunch", "Lunch"], [0, open])).toEqual([
        { name: "LUNCH", newestMessageId: 4 },
        { name: "Old", newestMessageId: 3 },
      ]);
      expect(await within(["old", "lunch"], [1, 3], [9, open])).toEqual([
        { name: "lunch", newestMessageId: 2 },
      ]);
      expect(await within(["dinner"], [0, open])).toEqual([]);
      expect(await within(["lunch"])).toEqual([]);
    });

    test("are found in any case, and apart from the topic without a name", async () => {
      const { messages, id } = await talked();
      expect(await messages.hasTopic(id, 1001, "luNCH")).toBe(true);
      expect(await messages.hasTopic(id, 1001, "dinner")).toBe(false);
      expect(await messages.hasTopic(id, 1002, "")).toBe(true);
      expect(await messages.hasNamedTopics(id, 1001)).toBe(true);
      expect(await messages.hasNamedTopics(id, 1002)).toBe(false);
    });

    test("return their newest messages", async () => {
      const { messages, id } = await talked();
      const ids = async (scope: MessageScope, limit: number, more: Partial<TopicSpan> = {}) =>
        (await messages.inTopic(id, { ...lunch, scope, ...more }, limit)).map((place) => place.id);
      expect(await ids(all, 9)).toEqual([4, 2, 1]);
      expect(await ids(all, 2)).toEqual([4, 2]);
      expect(await ids(received, 9)).toEqual([4]);
      expect(await ids(all, 9, { from: 2 })).toEqual([4, 2]);
      expect(await ids(all, 9, { exceptSpelled: "lunch" })).toEqual([4, 1]);
      expect(await ids(all, 9, { upTo: 2 })).toEqual([2, 1]);
      expect(await ids(all, 1, { exceptSpelled: "LUNCH" })).toEqual([2]);
    });

    test("count their messages, in total and since a time", async () => {
      const { messages, id } = await talked();
      const span = { ...lunch, scope: all };
      const [newest] = await messages.byIds(id, [4]);
      const since = newest?.sentAt ?? 0;
      expect(await messages.agesInTopic(id, span, since)).toEqual({ total: 3, recent: 1, firstRecentId: 4 });
      expect(await messages.agesInTopic(id, { ...span, from: 2 }, 0)).toEqual({
        total: 2,
        recent: 2,
        firstRecentId: 2,
      });
      expect(await messages.agesInTopic(id, span, since + 1)).toEqual({
        total: 3,
        recent: 0,
        firstRecentId: undefined,
      });
      expect(await messages.agesInTopic(id, { ...span, topic: "none" }, 0)).toMatchObject({ total: 0 });
    });

    test("count messages per channel since a time", async () => {
      const { messages, id } = await talked();
      const counts = [
        [1001, 3],
        [1002, 1],
      ] as const;
      expect(await messages.countsSince(id, 200)).toEqual(new Map(counts));
      expect(await messages.countsSince(id, 501)).toEqual(new Map());
    });
  });

  test("finds the oldest messages of a channel, and of all direct conversations, before a time", async () => {
    const { eventStore, messages } = open();
    const { id: realmId } = await createRealm(eventStore, [
      ...[1, 2, 3].map((id) => aMessageSent({ id, sentAt: id * 100 })),
      aMessageSent({ id: 4, ...inDm, sentAt: 400 }, { beginsConversation: true }),
      aMessageSent({ id: 5, conversation: channelConversation(2), sentAt: 500 }),
    ]);
    const ids = async (where: number | "direct", time: number, limit = 9, after = 0) =>
      (await messages.sentBefore(realmId, where, time, after, limit)).map(({ id }) => id);
    expect(await ids(1001, 300)).toEqual([1, 2]);
    expect(await ids(1001, 999, 2)).toEqual([1, 2]);
    expect(await ids(1001, 100)).toEqual([]);
    expect(await ids(1001, 999, 1, 1)).toEqual([2]);
    expect(await ids("direct", 400)).toEqual([]);
    expect(await messages.sentBefore(realmId, "direct", 401, 0, 9)).toEqual([{ id: 4, ...inDm }]);
  });

  test("a scope leaves out lost conversations and includes whole ones", async () => {
    const { messages, realmId } = await founded();
    const ids = async (scope: MessageScope) => {
      const page = await messages.heads(realmId, { scope, narrow: [], anchor: 0, before: 0, after: 99 });
      return page.after.map(({ id }) => id);
    };
    const own = await ids(received);
    expect(own).toContain(2);
    expect(own).not.toContain(4);
    const without = await ids({ kind: "received", userId: 1, noneOf: [1001] });
    expect(without).toEqual(own.filter((id) => ![1, 2, 6, 7].includes(id)));
    expect(await ids({ kind: "received", userId: 1, allOf: [1002] })).toEqual([...own, 4].sort());
    expect(await ids({ kind: "channels", conversationIds: [1001, 1002] })).toEqual([1, 2, 4, 6, 7]);
    expect(await ids({ kind: "channels", conversationIds: [] })).toEqual([]);
  });

  test("a topic's participants wrote there or reacted to a message, in any case of its name", async () => {
    const { messages, eventStore, realmId } = await founded();
    await commitAll(eventStore, realmId, [
      {
        type: "reaction_changed",
        op: "add",
        messageId: 6,
        conversation: channelConversation(1),
        reaction: { userId: 5, emoji: { kind: "unicode", code: "1f389", name: "tada" } },
      },
    ]);
    expect(await messages.participants(realmId, 1001, "été", 3)).toEqual([1, 2, 5]);
    expect(await messages.participants(realmId, 1001, "été", 2)).toHaveLength(2);
    expect(await messages.participants(realmId, 1001, "none", 9)).toEqual([]);
    expect(await messages.participants(realmId + 1, 1001, "été", 9)).toEqual([]);
  });

  test("finds messages that an older renderer produced, newest first, until they are rendered again", async () => {
    const { messages, eventStore, realmId } = await founded();
    const ids = async (version: number, limit = 9, enough = 1_000_000) =>
      (await messages.renderedBefore(realmId, version, limit, enough)).map(({ id }) => id);
    expect(await ids(1)).toEqual([]);
    expect(await ids(2)).toEqual([8, 7, 6, 4, 3, 2, 1]);
    expect(await ids(2, 2)).toEqual([8, 7]);
    const size = messageSize(aMessage(inDm));
    expect(await ids(2, 9, size)).toEqual([8]);
    expect(await ids(2, 9, size + 1)).toEqual([8, 7]);
    await commitAll(eventStore, realmId, [
      {
        type: "message_rendered",
        messageId: 8,
        conversation: inDm.conversation,
        topic: "",
        content: "hello",
        renderedContent: "<p>anew</p>",
        rendererVersion: 2,
        renderedAt: 5,
      },
    ]);
    expect(await ids(2, 2)).toEqual([7, 6]);
    expect(await messages.byIds(realmId, [8])).toMatchObject([
      { content: "hello", renderedContent: "<p>anew</p>", rendererVersion: 2, edits: [] },
    ]);
  });

  test("a message keeps every edit of its content, but only the first and newest moves beyond the limit", async () => {
    const { messages, eventStore, realmId } = await founded();
    const [place, other] = [channelConversation(1), channelConversation(2)];
    const edited = (editedAt: number): RealmEvent => ({
      type: "message_edited",
      messageId: 2,
      conversation: place,
      topic: "x",
      content: `at ${editedAt}`,
      renderedContent: "",
      rendererVersion: 1,
      flagsByUser: {},
      edit: { editedAt, userId: 2, content: { before: "content", renderedBefore: "" } },
    });
    const moved = (editedAt: number): RealmEvent => ({
      type: "messages_moved",
      messageIds: [2, 7],
      from: { conversation: place, topic: "x" },
      to: { conversation: editedAt % 2 === 0 ? place : other, topic: `t${editedAt}` },
      chosenId: 2,
      mode: "change_all",
      lostBy: [],
      leftBehind: [],
      edit: { editedAt, userId: 1, topic: { before: "content", after: `t${editedAt}` } },
    });
    const most = editLimits.entries;
    const times = Array.from({ length: most + 50 }, (_, index) => index + 1);
    const isEdit = (time: number): boolean => time === 1 || time % 10 === 0;
    await commitAll(
      eventStore,
      realmId,
      times.map((time) => (isEdit(time) ? edited(time) : moved(time))),
    );
    const [one, companion] = await messages.byIds(realmId, [2, 7]);
    const moves = times.filter((time) => !isEdit(time));
    const edits = times.filter(isEdit);
    const [first = 0, ...later] = moves;
    const expected = [...edits, first, ...later.slice(1 - (most - edits.length))].sort((a, b) => a - b);
    expect(one?.edits.map(({ editedAt }) => editedAt)).toEqual(expected);
    expect(one?.edits).toHaveLength(most);
    expect(companion?.edits.map(({ editedAt }) => editedAt)).toEqual([first, ...later.slice(1 - most)]);
  });

  test("a window ends at its size limit, which counts earlier contents and attachments", async () => {
    const { messages, eventStore, realmId } = await founded();
    const ids = async (before: number, after: number, enough: number) => {
      const window = { scope: received, narrow: [], anchor: 6, before, after, enough };
      const found = await messages.around(realmId, window);
      return [...found.before, ...found.after].map(({ id }) => id);
    };
    const size = messageSize(aMessage());
    const ofDm = size + 2 * partSizes.participant;
    expect(await ids(9, 9, ofDm * 2)).toEqual([2, 3, 7, 8]);
    expect(await ids(9, 9, size)).toEqual([3, 7]);
    expect(await ids(9, 9, size + 1)).toEqual([3, 7, 8]);
    expect(await ids(9, 9, ofDm)).toEqual([3, 7, 8]);
    expect(await ids(9, 9, ofDm + 1)).toEqual([2, 3, 7, 8]);
    const [conversation, topic] = [channelConversation(1), "x"];
    await commitAll(eventStore, realmId, [
      {
        type: "submessage_added",
        messageId: 3,
        conversation: inDm.conversation,
        submessage: { id: 1, senderId: 2, kind: "k", content: "1" },
      },
      {
        type: "message_edited",
        messageId: 7,
        conversation,
        topic,
        content: aMessage().content,
        renderedContent: aMessage().renderedContent,
        rendererVersion: 1,
        flagsByUser: {},
        edit: { editedAt: 5, userId: 2, content: { before: "ä", renderedBefore: "" } },
      },
    ]);
    const attached = ofDm + 2 + partSizes.submessage;
    expect(await ids(9, 0, attached)).toEqual([3]);
    expect(await ids(9, 0, attached + 1)).toEqual([2, 3]);
    const edited = size + 2 + partSizes.edit;
    expect(await ids(0, 9, edited)).toEqual([7]);
    expect(await ids(0, 9, edited + 1)).toEqual([7, 8]);
    await commitAll(eventStore, realmId, [
      { type: "messages_deleted", conversation, topic, messageIds: [7], deletedAt: 9 },
      { type: "messages_restored", messageIds: [7] },
    ]);
    expect(await ids(0, 9, edited)).toEqual([7]);
    expect(await ids(0, 9, edited + 1)).toEqual([7, 8]);
  });

  test("a window's size counts moves, and reactions as they come and go", async () => {
    const { messages, eventStore, realmId } = await founded();
    const endsAt = async (size: number) => {
      const window = { scope: received, narrow: [], anchor: 6, before: 0, after: 9 };
      const ids = async (enough: number) =>
        (await messages.around(realmId, { ...window, enough })).after.length;
      return [await ids(size), await ids(size + 1)];
    };
    const place = channelConversation(1);
    const react = (op: "add" | "remove", userId: number): RealmEvent => ({
      type: "reaction_changed",
      op,
      messageId: 7,
      conversation: place,
      reaction: { userId, emoji: { kind: "unicode", code: "1f389", name: "tada" } },
    });
    const size = messageSize(aMessage());
    await commitAll(eventStore, realmId, [react("add", 1), react("add", 2), react("add", 5)]);
    expect(await endsAt(size + 3 * partSizes.reaction)).toEqual([1, 2]);
    await commitAll(eventStore, realmId, [react("remove", 2)]);
    expect(await endsAt(size + 2 * partSizes.reaction)).toEqual([1, 2]);
    await commitAll(eventStore, realmId, [
      {
        type: "messages_moved",
        messageIds: [7],
        from: { conversation: place, topic: "x" },
        to: { conversation: place, topic: "y" },
        chosenId: 7,
        mode: "change_one",
        lostBy: [],
        leftBehind: [],
        edit: { editedAt: 1, userId: 1, topic: { before: "x", after: "y" } },
      },
    ]);
    expect(await endsAt(size + 2 * partSizes.reaction + partSizes.edit)).toEqual([1, 2]);
    await commitAll(eventStore, realmId, [
      { type: "messages_deleted", conversation: place, topic: "y", messageIds: [7], deletedAt: 9 },
      { type: "messages_restored", messageIds: [7] },
    ]);
    expect(await endsAt(size + 2 * partSizes.reaction + partSizes.edit)).toEqual([1, 2]);
    const reactions = [1, 2].map((userId) => ({
      userId,
      emoji: { kind: "unicode", code: "1f389", name: "tada" } as const,
    }));
    await commitAll(eventStore, realmId, [aMessageSent({ id: 9, reactions })]);
    const [imported] = await messages.byIds(realmId, [9]);
    expect(imported && messageSize(imported)).toBe(size + 2 * partSizes.reaction);
  });
};
