import type { Draft } from "../../src/domain/draft";
import type { ScheduledMessage } from "../../src/domain/scheduled-message";
import { commitAll, foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

export const personalReaderContract = (open: OpenPersistence): void => {
  const draft = (id: number, editedAt: number): Draft => ({
    ...{ id, editedAt, content: "b 'c' ? :d" },
    place: { kind: "channel", channelId: 1, topic: "t ?" },
  });
  const snippet = (id: number, title: string) => ({ id, title, content: "c", createdAt: 1000 });

  test("drafts are one's own, in the order of their editing", async () => {
    const { eventStore, personal } = open();
    const { id } = await foundRealm(eventStore, [
      { type: "drafts_added", userId: 1, drafts: [draft(1, 30.5), draft(2, 10), draft(3, 20)] },
      { type: "drafts_added", userId: 2, drafts: [draft(4, 1)] },
    ]);
    expect(await personal.drafts(id, 1)).toEqual([draft(2, 10), draft(3, 20), draft(1, 30.5)]);
    await commitAll(eventStore, id, [
      { type: "draft_changed", userId: 1, draft: draft(2, 40) },
      { type: "draft_removed", userId: 1, draftId: 3 },
      { type: "draft_removed", userId: 1, draftId: 4 },
    ]);
    expect(await personal.drafts(id, 1)).toEqual([draft(1, 30.5), draft(2, 40)]);
    expect(await personal.drafts(id, 2)).toEqual([draft(4, 1)]);
    expect(await personal.drafts(id + 1000, 1)).toEqual([]);
  });

  test("snippets are one's own, in the order of their making", async () => {
    const { eventStore, personal } = open();
    const { id } = await foundRealm(eventStore, [
      { type: "snippet_added", userId: 1, snippet: snippet(2, "b") },
      { type: "snippet_added", userId: 1, snippet: snippet(1, "a") },
      { type: "snippet_added", userId: 2, snippet: snippet(3, "c") },
      { type: "snippet_changed", userId: 1, snippet: snippet(2, "B") },
      { type: "snippet_removed", userId: 2, snippetId: 3 },
    ]);
    expect(await personal.snippets(id, 1)).toEqual([snippet(1, "a"), snippet(2, "B")]);
    expect(await personal.snippets(id, 2)).toEqual([]);
  });

  test("messages for later are one's own, the next one first, and due at their time unless they failed", async () => {
    const { eventStore, personal } = open();
    const scheduled = (
      scheduledId: number,
      deliverAt: number,
      failure: string | null = null,
    ): ScheduledMessage => ({
      ...{ id: scheduledId, deliverAt, failure, content: "b 'c' ? :d", renderedContent: "<p>?</p>" },
      ...{ place: { kind: "channel", channelId: 1, topic: "t ?" }, client: "test", readBySender: true },
    });
    const set = (userId: number, one: ScheduledMessage, isNew = true) =>
      ({ type: "scheduled_set", userId, scheduled: one, isNew }) as const;
    const { id } = await foundRealm(eventStore, [
      ...[set(1, scheduled(1, 300)), set(1, scheduled(2, 100)), set(2, scheduled(3, 200))],
    ]);
    expect(await personal.scheduled(id, 1)).toEqual([scheduled(2, 100), scheduled(1, 300)]);
    expect(await personal.scheduled(id, 2)).toEqual([scheduled(3, 200)]);
    expect(await personal.scheduled(id + 1000, 1)).toEqual([]);
    await commitAll(eventStore, id, [
      set(1, scheduled(2, 100, "no 'such' ?"), false),
      { type: "scheduled_removed", userId: 1, scheduledId: 3 },
      { type: "scheduled_removed", userId: 1, scheduledId: 1 },
    ]);
    expect(await personal.scheduled(id, 1)).toEqual([scheduled(2, 100, "no 'such' ?")]);
    expect(await personal.scheduled(id, 2)).toEqual([scheduled(3, 200)]);
  });

  test("topics are told apart by channel and name in any case, and kept as they were written last", async () => {
    const { eventStore, personal } = open();
    const set = (
      userId: number,
      channelId: number,
      topic: string,
      policy: "muted" | "followed" | "inherit",
    ) => ({ type: "topic_policy_set", userId, channelId, topic, policy, setAt: 5 }) as const;
    const { id } = await foundRealm(eventStore, [
      ...[set(1, 2, "Été", "muted"), set(1, 1, "Été", "muted"), set(1, 1, "", "muted")],
      ...[set(1, 1, "éTÉ", "followed"), set(2, 1, "Été", "muted"), set(2, 1, "été", "inherit")],
    ]);
    const kept = (channelId: number, topic: string, policy: string) => ({
      channelId,
      topic,
      policy,
      setAt: 5,
    });
    expect(await personal.topics(id, 1)).toEqual([
      ...[kept(1, "", "muted"), kept(1, "éTÉ", "followed"), kept(2, "Été", "muted")],
    ]);
    expect(await personal.topics(id, 2)).toEqual([]);
  });
};
