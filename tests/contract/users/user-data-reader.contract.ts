import type { Draft } from "../../../src/domain/drafts/draft";
import type { Reminder } from "../../../src/domain/reminders/reminder";
import type { ScheduledMessage } from "../../../src/domain/scheduled-messages/scheduled-message";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const userDataReaderContract = (open: OpenPersistence): void => {
  const draft = (id: number, editedAt: number): Draft => ({
    id,
    editedAt,
    content: "b 'c' ? :d",
    place: { kind: "channel", channelId: 1, topic: "t ?" },
  });
  const snippet = (id: number, title: string) => ({ id, title, content: "c", createdAt: 1000 });

  test("returns a user's own drafts in the order of their last edit", async () => {
    const { eventStore, userData } = open();
    const { id } = await createRealm(eventStore, [
      { type: "drafts_added", userId: 1, drafts: [draft(1, 30.5), draft(2, 10), draft(3, 20)] },
      { type: "drafts_added", userId: 2, drafts: [draft(4, 1)] },
    ]);
    expect(await userData.drafts(id, 1)).toEqual([draft(2, 10), draft(3, 20), draft(1, 30.5)]);
    await commitAll(eventStore, id, [
      { type: "draft_changed", userId: 1, draft: draft(2, 40) },
      { type: "draft_removed", userId: 1, draftId: 3 },
      { type: "draft_removed", userId: 1, draftId: 4 },
    ]);
    expect(await userData.drafts(id, 1)).toEqual([draft(1, 30.5), draft(2, 40)]);
    expect(await userData.drafts(id, 2)).toEqual([draft(4, 1)]);
    expect(await userData.drafts(id + 1000, 1)).toEqual([]);
  });

  test("returns a user's own snippets in the order of their creation", async () => {
    const { eventStore, userData } = open();
    const { id } = await createRealm(eventStore, [
      { type: "snippet_added", userId: 1, snippet: snippet(2, "b") },
      { type: "snippet_added", userId: 1, snippet: snippet(1, "a") },
      { type: "snippet_added", userId: 2, snippet: snippet(3, "c") },
      { type: "snippet_changed", userId: 1, snippet: snippet(2, "B") },
      { type: "snippet_removed", userId: 2, snippetId: 3 },
    ]);
    expect(await userData.snippets(id, 1)).toEqual([snippet(1, "a"), snippet(2, "B")]);
    expect(await userData.snippets(id, 2)).toEqual([]);
  });

  test("returns a user's own scheduled messages, the next one first, and failed ones are never due", async () => {
    const { eventStore, userData } = open();
    const scheduled = (
      scheduledId: number,
      deliverAt: number,
      failure: string | null = null,
    ): ScheduledMessage => ({
      id: scheduledId,
      deliverAt,
      failure,
      content: "b 'c' ? :d",
      renderedContent: "<p>?</p>",
      place: { kind: "channel", channelId: 1, topic: "t ?" },
      client: "test",
      readBySender: true,
    });
    const set = (userId: number, one: ScheduledMessage, isNew = true) =>
      ({ type: "scheduled_set", userId, scheduled: one, isNew }) as const;
    const { id } = await createRealm(eventStore, [
      set(1, scheduled(1, 300)),
      set(1, scheduled(2, 100)),
      set(2, scheduled(3, 200)),
    ]);
    expect(await userData.scheduled(id, 1)).toEqual([scheduled(2, 100), scheduled(1, 300)]);
    expect(await userData.scheduled(id, 2)).toEqual([scheduled(3, 200)]);
    expect(await userData.scheduled(id + 1000, 1)).toEqual([]);
    await commitAll(eventStore, id, [
      set(1, scheduled(2, 100, "no 'such' ?"), false),
      { type: "scheduled_removed", userId: 1, scheduledId: 3 },
      { type: "scheduled_removed", userId: 1, scheduledId: 1 },
    ]);
    expect(await userData.scheduled(id, 1)).toEqual([scheduled(2, 100, "no 'such' ?")]);
    expect(await userData.scheduled(id, 2)).toEqual([scheduled(3, 200)]);
  });

  test("returns a user's own reminders, the next one first", async () => {
    const { eventStore, userData } = open();
    const reminder = (reminderId: number, remindAt: number): Reminder => ({
      id: reminderId,
      messageId: 7,
      remindAt,
      note: "b 'c' ?",
      content: "b ?",
      renderedContent: "<p>b ?</p>",
    });
    const add = (userId: number, one: Reminder) =>
      ({ type: "reminder_added", userId, reminder: one }) as const;
    const { id } = await createRealm(eventStore, [
      add(1, reminder(1, 300)),
      add(1, reminder(2, 100)),
      add(2, reminder(3, 200)),
      { type: "reminder_removed", userId: 1, reminderId: 3 },
    ]);
    expect(await userData.reminders(id, 1)).toEqual([reminder(2, 100), reminder(1, 300)]);
    expect(await userData.reminders(id, 2)).toEqual([reminder(3, 200)]);
    await commitAll(eventStore, id, [{ type: "reminder_removed", userId: 1, reminderId: 2 }]);
    expect(await userData.reminders(id, 1)).toEqual([reminder(1, 300)]);
    expect(await userData.reminders(id + 1000, 1)).toEqual([]);
  });

  test("returns a user's own sidebar views and completed onboarding steps by name", async () => {
    const { eventStore, userData } = open();
    const view = (fragment: string, name: string | null = null) => ({ fragment, name, isPinned: false });
    const seen = (userId: number, step: string) =>
      ({ type: "onboarding_step_seen", userId, step, remaining: [] }) as const;
    const { id } = await createRealm(eventStore, [
      { type: "navigation_view_added", userId: 1, view: view("recent") },
      { type: "navigation_view_added", userId: 1, view: view("narrow/b ?'", "b ?'") },
      { type: "navigation_view_added", userId: 2, view: view("recent") },
      { type: "navigation_view_changed", userId: 1, fragment: "recent", change: { isPinned: true } },
      { type: "navigation_view_changed", userId: 1, fragment: "narrow/b ?'", change: { name: "c" } },
      { type: "navigation_view_removed", userId: 2, fragment: "recent" },
      seen(1, "b"),
      seen(1, "a ?"),
      seen(1, "b"),
      seen(2, "c"),
    ]);
    expect(await userData.navigationViews(id, 1)).toEqual([
      view("narrow/b ?'", "c"),
      { ...view("recent"), isPinned: true },
    ]);
    expect(await userData.navigationViews(id, 2)).toEqual([]);
    expect(await userData.seenSteps(id, 1)).toEqual(["a ?", "b"]);
    expect(await userData.seenSteps(id + 1000, 1)).toEqual([]);
  });

  test("topic settings are found by channel and topic in any case, and keep the last spelling", async () => {
    const { eventStore, userData } = open();
    const set = (
      userId: number,
      channelId: number,
      topic: string,
      policy: "muted" | "followed" | "inherit",
    ) => ({ type: "topic_policy_set", userId, channelId, topic, policy, setAt: 5 }) as const;
    const { id } = await createRealm(eventStore, [
      set(1, 2, "Été", "muted"),
      set(1, 1, "Été", "muted"),
      set(1, 1, "", "muted"),
      set(1, 1, "éTÉ", "followed"),
      set(2, 1, "Été", "muted"),
      set(2, 1, "été", "inherit"),
    ]);
    const kept = (channelId: number, topic: string, policy: string) => ({
      channelId,
      topic,
      policy,
      setAt: 5,
    });
    expect(await userData.topics(id, 1)).toEqual([
      kept(1, "", "muted"),
      kept(1, "éTÉ", "followed"),
      kept(2, "Été", "muted"),
    ]);
    expect(await userData.topics(id, 2)).toEqual([]);
    expect(await userData.mutedTopicsOf(id, [1, 2, 9])).toEqual(
      new Map([[1, [kept(1, "", "muted"), kept(2, "Été", "muted")]]]),
    );
  });
};
