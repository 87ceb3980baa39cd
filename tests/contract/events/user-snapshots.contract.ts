import * as RR from "fp-ts/ReadonlyRecord";
import { noMessages } from "../../../src/application/events/register-queue";
import { snapshotParts } from "../../../src/application/ports/events/user-snapshots";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { Flag } from "../../../src/domain/messages/read-state";
import { aMoment } from "../../support/application/fakes";
import {
  aMessageSent,
  channelConversation,
  directConversation,
  flagsChanged,
} from "../../support/builders/entities";
import { inDm, readerHistory } from "../../support/builders/reader-history";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";
import { everyPart, idsOf, snapshotOf, unreadOf } from "../../support/storage/user-snapshots";

export const userSnapshotsContract = (open: OpenPersistence): void => {
  const withRealm = async (...events: readonly RealmEvent[]) => {
    const persistence = open();
    const { id } = await createRealm(persistence.eventStore, events);
    return { ...persistence, realmId: id };
  };

  const founded = () => withRealm(...readerHistory);

  test("groups unread messages by topic, with the reader's own only if they are unread", async () => {
    const { userSnapshots, realmId } = await founded();
    const conversation = channelConversation(1);
    expect(await unreadOf({ userSnapshots }, realmId, 1, 10)).toEqual({
      topics: [
        { conversation, topic: "Été", messageIds: [2], mentionIds: [], wildcardIds: [] },
        { ...inDm, messageIds: [3, 8], mentionIds: [], wildcardIds: [] },
      ],
      isCut: false,
    });
    expect(await unreadOf({ userSnapshots }, realmId, 1, 1)).toEqual({
      topics: [{ ...inDm, messageIds: [8], mentionIds: [], wildcardIds: [] }],
      isCut: true,
    });
    expect(idsOf(await unreadOf({ userSnapshots }, realmId, 2, 9))).toEqual([8]);
    expect(idsOf(await unreadOf({ userSnapshots }, realmId, 3, 9))).toEqual([]);
  });

  test("merges unread topics that differ only in case, with their mentions", async () => {
    const { eventStore, userSnapshots, realmId } = await founded();
    const sent = (id: number, topic: string, ...flags: readonly Flag[]) =>
      aMessageSent({ id, senderId: 2, topic }, { flagsByUser: { 1: flags } });
    await commitAll(eventStore, realmId, [
      sent(10, "été", "topic_wildcard_mentioned"),
      sent(11, "ÉTÉ", "has_alert_word"),
      sent(12, "other", "mentioned"),
      sent(13, "Été", "channel_wildcard_mentioned", "mentioned"),
    ]);
    expect((await unreadOf({ userSnapshots }, realmId, 1, 10)).topics.slice(0, 2)).toEqual([
      {
        conversation: channelConversation(1),
        topic: "Été",
        messageIds: [2, 10, 11, 13],
        mentionIds: [13],
        wildcardIds: [10],
      },
      { ...inDm, messageIds: [3, 8], mentionIds: [], wildcardIds: [] },
    ]);
    expect(
      (await unreadOf({ userSnapshots }, realmId, 1, 2)).topics.map(({ mentionIds }) => mentionIds),
    ).toEqual([[12], [13]]);
  });

  test("the newest unread messages of a topic are found around those that were read", async () => {
    const { eventStore, userSnapshots, realmId } = await founded();
    const conversation = channelConversation(1);
    await commitAll(eventStore, realmId, [
      ...[10, 11, 12, 13, 14].map((id) =>
        aMessageSent({ id, senderId: 2, topic: "Été" }, { flagsByUser: { 1: ["mentioned"] } }),
      ),
      flagsChanged({ messageIds: [12], ranges: [{ conversationId: conversation.id, ids: [[12, 13]] }] }),
    ]);
    const topics = async (limit: number) => (await unreadOf({ userSnapshots }, realmId, 1, limit)).topics;
    expect(await topics(3)).toEqual([
      { conversation, topic: "Été", messageIds: [11, 13, 14], mentionIds: [11, 13, 14], wildcardIds: [] },
    ]);
    expect(await topics(6)).toEqual([
      { ...inDm, messageIds: [3, 8], mentionIds: [], wildcardIds: [] },
      {
        conversation,
        topic: "Été",
        messageIds: [10, 11, 13, 14],
        mentionIds: [10, 11, 13, 14],
        wildcardIds: [],
      },
    ]);
    expect((await topics(7))[0]?.messageIds).toEqual([2, 10, 11, 13, 14]);
  });

  const pair = directConversation(500, 1, 2);
  const three = directConversation(501, 1, 2, 10);
  const alone = directConversation(502, 1);
  const withDirects = () => {
    const begin = { beginsConversation: true };
    return withRealm(
      aMessageSent({ id: 1, conversation: pair, topic: "" }, begin),
      aMessageSent({ id: 2, conversation: three, topic: "" }, begin),
      aMessageSent({ id: 3, conversation: alone, topic: "" }, begin),
    );
  };

  test("lists a user's conversations by their newest message", async () => {
    const { eventStore, userSnapshots, realmId } = await withDirects();
    await commitAll(eventStore, realmId, [aMessageSent({ id: 9, conversation: pair, topic: "" })]);
    const directsOf = async (userId: number, mostDirects = 10) =>
      (await snapshotOf({ userSnapshots }, realmId, userId, { mostDirects })).directs;
    expect(await directsOf(1)).toEqual([
      { conversation: pair, newestMessageId: 9 },
      { conversation: alone, newestMessageId: 3 },
      { conversation: three, newestMessageId: 2 },
    ]);
    expect(await directsOf(1, 1)).toHaveLength(1);
    expect(await directsOf(10)).toEqual([{ conversation: three, newestMessageId: 2 }]);
    expect(await directsOf(3)).toEqual([]);
  });

  test("is from the state after everything committed, and names its position", async () => {
    const { eventStore, eventLog, userSnapshots, realmId } = await founded();
    const before = await snapshotOf({ userSnapshots }, realmId, 1);
    expect([before.position, before.newestMessageId]).toEqual([await eventLog.head(realmId), 8]);
    await commitAll(eventStore, realmId, [aMessageSent({ id: 9, senderId: 2 })]);
    const after = await snapshotOf({ userSnapshots }, realmId, 1);
    expect([after.position, after.newestMessageId]).toEqual([before.position + 1, 9]);
    expect((await snapshotOf({ userSnapshots }, realmId, 3)).newestMessageId).toBeUndefined();
    await expect(snapshotOf({ userSnapshots }, realmId + 1000, 1)).rejects.toThrow(
      `There is no realm ${realmId + 1000}`,
    );
  });

  /** Something of almost every kind, for user 1. */
  const everything: readonly RealmEvent[] = [
    {
      type: "drafts_added",
      userId: 1,
      drafts: [30.5, 10].map((editedAt, index) => ({
        id: index + 1,
        place: { kind: "channel", channelId: 1, topic: "t ?" },
        content: 'l\'été\n"a" ? :b',
        editedAt,
      })),
    },
    { type: "snippet_added", userId: 1, snippet: { id: 2, title: "t", content: "c", createdAt: aMoment } },
    {
      type: "reminder_added",
      userId: 1,
      reminder: { id: 3, messageId: 3, content: "c", renderedContent: "<p>c</p>", note: "", remindAt: 9 },
    },
    ...["tour", "intro"].map(
      (step) => ({ type: "onboarding_step_seen", userId: 1, step, remaining: [] }) as const,
    ),
    { type: "navigation_view_added", userId: 1, view: { fragment: "inbox", isPinned: true, name: null } },
    { type: "topic_policy_set", userId: 1, channelId: 1, topic: "Été", policy: "muted", setAt: aMoment },
    { type: "call_token_changed", userId: 1, provider: "zoom", isThere: true },
    flagsChanged({ userId: 1, flag: "starred", messageIds: [3] }),
  ];

  test("has the lists as their reader returns them, and nothing that wasn't requested", async () => {
    const { eventStore, userData, userSnapshots, realmId } = await founded();
    await commitAll(eventStore, realmId, everything);
    const whole = await snapshotOf({ userSnapshots }, realmId, 1);
    expect(whole).toMatchObject({
      drafts: await userData.drafts(realmId, 1),
      snippets: await userData.snippets(realmId, 1),
      scheduled: await userData.scheduled(realmId, 1),
      reminders: await userData.reminders(realmId, 1),
      navigationViews: await userData.navigationViews(realmId, 1),
      seenSteps: await userData.seenSteps(realmId, 1),
      callProviders: await userData.callProviders(realmId, 1),
      userTopics: await userData.topics(realmId, 1),
      starred: [3],
    });
    const empty = { ...noMessages, position: whole.position };
    const none = RR.map(() => false)(everyPart.parts);
    expect(await snapshotOf({ userSnapshots }, realmId, 1, { parts: none })).toEqual(empty);
    for (const part of snapshotParts) {
      const field = { messages: "newestMessageId", topics: "userTopics" }[part as string] ?? part;
      const only = await snapshotOf({ userSnapshots }, realmId, 1, { parts: { ...none, [part]: true } });
      expect(only).toEqual({ ...empty, [field]: whole[field as keyof typeof whole] });
    }
  });
};
