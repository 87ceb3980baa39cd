import type { PlacedMessage } from "../../../src/application/ports/messages/read-state-reader";
import type { Conversation } from "../../../src/domain/messages/message";
import {
  aChannel,
  aMessageSent,
  aSubscription,
  aUser,
  channelConversation,
  directConversation,
  flagsChanged,
} from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";
import { idsOf, starredOf, unreadOf } from "../../support/storage/user-snapshots";

const forever = Number.POSITIVE_INFINITY;
const newest = 4_000_000;

const inConversation =
  (id: number) =>
  (conversation: Conversation): PlacedMessage => ({ id, conversation });

export const readStateReaderContract = (open: OpenPersistence): void => {
  const subscribed = (userId: number, channelId: number, firstMessageId: number) =>
    ({ type: "subscribed", subscriptions: [aSubscription(userId, channelId)], firstMessageId }) as const;
  const unsubscribed = (userId: number, channelId: number, firstMessageId: number) =>
    ({ type: "unsubscribed", userIds: [userId], channelIds: [channelId], firstMessageId }) as const;
  const founded = async () => {
    const persistence = open();
    const { id } = await createRealm(persistence.eventStore, [
      { type: "user_created", user: aUser({ id: 1 }) },
      { type: "channel_created", channel: aChannel({ id: 1 }) },
      { type: "channel_created", channel: aChannel({ id: 2 }) },
      subscribed(1, 1, 1),
      aMessageSent({ id: 1 }),
      aMessageSent({ id: 2 }),
      aMessageSent(
        { id: 3, conversation: directConversation(500, 1, 2), topic: "" },
        {
          beginsConversation: true,
          flagsByUser: { "1": ["mentioned"], "2": ["has_alert_word", "mentioned"] },
        },
      ),
    ]);
    return { ...persistence, realmId: id };
  };

  test("a subscription receives from its first message on, and all its intervals are kept", async () => {
    const { eventStore, readStates, realmId } = await founded();
    const received = () => readStates.receivedIn(realmId, 1, 1001);
    expect(await received()).toEqual([[1, forever]]);
    await commitAll(eventStore, realmId, [unsubscribed(1, 1, 4)]);
    expect(await received()).toEqual([[1, 4]]);
    await commitAll(eventStore, realmId, [unsubscribed(1, 1, 2)]);
    expect(await received()).toEqual([[1, 4]]);
    await commitAll(eventStore, realmId, [subscribed(1, 1, 9)]);
    expect(await received()).toEqual([
      [1, 4],
      [9, forever],
    ]);
  });

  test("people can mark messages from before they subscribed as unread, while they are subscribed", async () => {
    const { eventStore, readStates, realmId } = await founded();
    const received = () => readStates.receivedIn(realmId, 1, 1002);
    const unread = () =>
      commitAll(eventStore, realmId, [
        flagsChanged({ op: "remove", messageIds: [5], ranges: [{ conversationId: 1002, ids: [[5, 6]] }] }),
      ]);
    await commitAll(eventStore, realmId, [subscribed(1, 2, 8)]);
    await unread();
    const both = [
      [5, 6],
      [8, forever],
    ];
    expect(await received()).toEqual(both);
    await unread();
    expect(await received()).toEqual(both);
    await commitAll(eventStore, realmId, [unsubscribed(1, 2, 1)]);
    await unread();
    expect(await received()).toEqual([]);
  });

  test("receipts name readers whose messages arrived without a subscription", async () => {
    const { eventStore, readStates, realmId } = await founded();
    const exceptional = (...ids: readonly number[]) => readStates.exceptionalReceipts(realmId, 2, ids);
    await commitAll(eventStore, realmId, [
      ...[2, 3, 4, 5].map((id) => ({ type: "user_created", user: aUser({ id }) }) as const),
      subscribed(1, 2, 1),
      subscribed(2, 2, 6),
      subscribed(3, 2, 4),
      subscribed(4, 2, 1),
      unsubscribed(4, 2, 3),
      subscribed(5, 2, 6),
    ]);
    expect(await exceptional(9)).toEqual([]);
    expect(await exceptional(5)).toEqual([{ userIds: [2, 5], received: [] }]);
    expect(await exceptional(8, 2, 5)).toEqual([
      { userIds: [2, 5], received: [[6, 9]] },
      { userIds: [3], received: [[4, 9]] },
      { userIds: [4], received: [[2, 3]] },
    ]);
    expect(await exceptional()).toEqual([]);
    expect(await readStates.exceptionalReceipts(realmId, 77, [1])).toEqual([]);
  });

  test("a direct conversation reaches all of its participants as a whole", async () => {
    const { readStates, realmId } = await founded();
    const direct = directConversation(500, 1, 2);
    const asked = [direct, channelConversation(2), channelConversation(77)].map(inConversation(3));
    const state = { conversationId: 500, received: [[3, 4]], read: [] };
    expect(await readStates.statesOf(realmId, 1, asked)).toEqual([state]);
    expect(await readStates.statesOf(realmId, 3, asked)).toEqual([]);
    expect(await readStates.statesOf(realmId, 1, [])).toEqual([]);
    expect(await readStates.receivedIn(realmId, 2, 500)).toEqual([[0, forever]]);
    expect(await readStates.receivedIn(realmId, 3, 500)).toEqual([]);
  });

  test("the conversations to read are those with a received id that isn't read, before a message", async () => {
    const { eventStore, readStates, realmId } = await founded();
    const toRead = async (userId: number, before: number) =>
      [...(await readStates.conversationsToRead(realmId, userId, before))].sort((a, b) => a - b);
    expect(await toRead(2, 9)).toEqual([500]);
    expect(await toRead(1, 9)).toEqual([500, 1001]);
    expect(await toRead(77, 9)).toEqual([]);
    const read = (...ids: readonly (readonly [number, number])[]) =>
      commitAll(eventStore, realmId, [flagsChanged({ op: "add", ranges: [{ conversationId: 1001, ids }] })]);
    await read([0, 4], [5, 20]);
    expect(await toRead(1, 9)).toEqual([500, 1001]);
    expect(await toRead(1, 4)).toEqual([500]);
    await read([4, 5]);
    expect(await toRead(1, 9)).toEqual([500]);
  });

  test("a state has the ids that are asked for, each in its conversation", async () => {
    const { eventStore, readStates, realmId } = await founded();
    await commitAll(eventStore, realmId, [
      flagsChanged({
        op: "add",
        ranges: [
          { conversationId: 1001, ids: [[1, 20]] },
          { conversationId: 500, ids: [[0, forever]] },
        ],
      }),
      unsubscribed(1, 1, 8),
    ]);
    const asked = [
      ...[30, 9, 7, 6, 2].map((id) => inConversation(id)(channelConversation(1))),
      ...[3, 4].map((id) => inConversation(id)(directConversation(500, 1, 2))),
    ];
    const states = await readStates.statesOf(realmId, 1, asked);
    expect([...states].sort((a, b) => a.conversationId - b.conversationId)).toEqual([
      { conversationId: 500, received: [[3, 5]], read: [[3, 5]] },
      {
        conversationId: 1001,
        received: [
          [2, 3],
          [6, 8],
        ],
        read: [
          [2, 3],
          [6, 8],
          [9, 10],
        ],
      },
    ]);
  });

  test("read ranges come back as written, open ends included", async () => {
    const { eventStore, readStates, realmId } = await founded();
    const change = (op: "add" | "remove", ...ids: readonly (readonly [number, number])[]) =>
      commitAll(eventStore, realmId, [flagsChanged({ op, ranges: [{ conversationId: 1001, ids }] })]);
    const read = async () => {
      const [state] = await readStates.statesOf(
        realmId,
        1,
        [...Array(12).keys(), newest].map((id) => inConversation(id)(channelConversation(1))),
      );
      return state?.read;
    };
    expect(await read()).toEqual([]);
    await change("add", [5, 6], [2, 4]);
    await change("add", [4, 5]);
    expect(await read()).toEqual([[2, 6]]);
    await change("add", [8, forever]);
    await change("remove", [3, 4], [9, 10]);
    expect(await read()).toEqual([
      [2, 3],
      [4, 6],
      [8, 9],
      [10, 12],
      [newest, newest + 1],
    ]);
    await change("remove", [0, forever]);
    expect(await read()).toEqual([]);
  });

  test("people's own messages are unread to them only if they mark them so", async () => {
    const { eventStore, messages, userSnapshots, realmId } = await founded();
    expect(idsOf(await unreadOf({ userSnapshots }, realmId, 1, 10))).toEqual([]);
    await commitAll(eventStore, realmId, [
      flagsChanged({ op: "remove", messageIds: [1], ranges: [{ conversationId: 1001, ids: [[1, 2]] }] }),
    ]);
    expect(idsOf(await unreadOf({ userSnapshots }, realmId, 1, 10))).toEqual([1]);
    expect((await messages.byIds(realmId, [1, 2])).map((one) => one.readBySender)).toEqual([false, true]);
  });

  test("flags belong to a user and a message, both those set at sending and later ones", async () => {
    const { eventStore, readStates, userSnapshots, realmId } = await founded();
    const change = (op: "add" | "remove", ...messageIds: readonly number[]) =>
      commitAll(eventStore, realmId, [flagsChanged({ op, flag: "starred", messageIds })]);
    await change("add", 3, 1);
    await change("add", 1);
    expect(await starredOf({ userSnapshots }, realmId, 1)).toEqual([1, 3]);
    expect(await starredOf({ userSnapshots }, realmId, 2)).toEqual([]);
    expect(await readStates.flagsOf(realmId, 1, [1, 2, 3])).toEqual(
      new Map([
        [1, ["starred"]],
        [3, ["mentioned", "starred"]],
      ]),
    );
    expect(await readStates.flagsOf(realmId, 2, [1, 3])).toEqual(
      new Map([[3, ["has_alert_word", "mentioned"]]]),
    );
    const asked = [1, 2].map((id) => inConversation(id)(channelConversation(1)));
    expect(await readStates.statesAndFlagsOf(realmId, 1, asked)).toEqual({
      states: await readStates.statesOf(realmId, 1, asked),
      flags: new Map([[1, ["starred"]]]),
    });
    expect(await readStates.statesAndFlagsOf(realmId, 1, [])).toEqual({ states: [], flags: new Map() });
    expect(await readStates.mentionedIn(realmId, 3, 0, 9)).toEqual([1, 2]);
    expect(await readStates.mentionedIn(realmId, 3, 0, 1)).toEqual([1]);
    expect(await readStates.mentionedIn(realmId, 3, 1, 9)).toEqual([2]);
    expect(await readStates.mentionedIn(realmId, 1, 0, 9)).toEqual([]);
    await change("remove", 1, 2);
    expect(await starredOf({ userSnapshots }, realmId, 1)).toEqual([3]);
    expect(await readStates.flagsOf(realmId, 1, [1])).toEqual(new Map());
  });

  test("an edit replaces the flags that follow from its content, and keeps the reader's own", async () => {
    const { eventStore, readStates, realmId } = await founded();
    await commitAll(eventStore, realmId, [
      flagsChanged({ op: "add", flag: "starred", messageIds: [3] }),
      {
        type: "message_edited",
        messageId: 3,
        conversation: directConversation(500, 1, 2),
        topic: "",
        content: "new",
        renderedContent: "<p>new</p>",
        rendererVersion: 1,
        flagsByUser: { "2": ["channel_wildcard_mentioned"] },
        edit: { editedAt: 5, userId: 1, content: { before: "old", renderedBefore: "<p>old</p>" } },
      },
    ]);
    expect(await readStates.flagsOf(realmId, 1, [3])).toEqual(new Map([[3, ["starred"]]]));
    expect(await readStates.flagsOf(realmId, 2, [3])).toEqual(new Map([[3, ["channel_wildcard_mentioned"]]]));
  });

  test("a message reached the people subscribed when it was sent, or its recipients", async () => {
    const { readStates, realmId } = await founded();
    const inChannel = { id: 2, conversation: channelConversation(1) };
    expect(await readStates.receiversAmong(realmId, inChannel, [1, 2, 9])).toEqual(new Set([1]));
    expect(await readStates.receiversAmong(realmId, { ...inChannel, id: 0 }, [1])).toEqual(new Set());
    expect(await readStates.receiversAmong(realmId, inChannel, [])).toEqual(new Set());
    const direct = { id: 3, conversation: directConversation(500, 1, 2) };
    expect(await readStates.receiversAmong(realmId, direct, [2, 3])).toEqual(new Set([2]));
  });
};
