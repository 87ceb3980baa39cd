import type { RealmEvent } from "../../../src/domain/events/event";
import type { ScheduledMessage } from "../../../src/domain/scheduled-messages/scheduled-message";
import {
  aChannel,
  aMessageSent,
  anAttachment,
  aSubscription,
  channelConversation,
} from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const attachmentReaderContract = (open: OpenPersistence): void => {
  const added = (attachment = anAttachment()): RealmEvent => ({
    type: "attachment_added",
    userId: attachment.ownerId,
    attachment,
    spaceUsed: 0,
  });
  const shared = (attachmentId: number, messageId: number, op: "add" | "remove" = "add"): RealmEvent => ({
    type: "attachment_sharing_changed",
    userId: 1,
    op,
    messageId,
    spaceUsed: 0,
    attachment: { ...anAttachment({ id: attachmentId }), messages: [] },
  });
  const deleted = (...messageIds: readonly number[]): RealmEvent => ({
    type: "messages_deleted",
    conversation: channelConversation(1),
    topic: "lunch",
    messageIds,
    deletedAt: 1000,
  });
  /** The scope of everything in the channel that holds the messages. */
  const all = { kind: "channels", conversationIds: [channelConversation(1).id] } as const;
  const image = { width: 4, height: 3, isAnimated: true };
  const first = anAttachment({ id: 1, size: 5 });
  const second = anAttachment({ id: 2, size: 7, image, uploadedAt: 9, name: "b ? 'c'" });
  const third = anAttachment({ id: 3, ownerId: 2, size: 11 });

  /** Messages 1 and 2 share the first file; message 2 shares the second. */
  const prepared = async () => {
    const persistence = open();
    const events = [
      added(first),
      added(second),
      added(third),
      aMessageSent({ id: 1 }),
      aMessageSent({ id: 2 }),
    ];
    const { id } = await createRealm(persistence.eventStore, [
      ...events,
      shared(1, 2),
      shared(1, 1),
      shared(1, 1),
      shared(2, 2),
    ]);
    const { sentAt = 0 } = (await persistence.messages.byIds(id, [1]))[0] ?? {};
    return { ...persistence, id, sentAt };
  };

  test("finds files by path, by uploader and by the message that shares them", async () => {
    const { attachments, id, sentAt } = await prepared();
    expect(await attachments.byPaths(id, [second.path, "1/ab/none"])).toEqual([second]);
    expect(await attachments.byPaths(id, [])).toEqual([]);
    expect(await attachments.byPaths(id + 1000, [second.path])).toEqual([]);
    expect(await attachments.byId(id, second.id)).toEqual(second);
    expect(await attachments.byId(id, 99)).toBeUndefined();
    expect(await attachments.byId(id + 1000, second.id)).toBeUndefined();
    expect(await attachments.ofOwner(id, 1, all)).toEqual([
      { ...first, messages: [1, 2].map((messageId) => ({ id: messageId, sentAt })) },
      { ...second, messages: [{ id: 2, sentAt }] },
    ]);
    expect(await attachments.sharedBy(id, 2)).toEqual([first, second]);
    expect(await attachments.sharing(id, 1, 1000)).toEqual(
      [1, 2].map((messageId) => ({ id: messageId, sentAt })),
    );
    expect(await attachments.sharing(id, 3, 1000)).toEqual([]);
  });

  test("finds only the messages in the scope that share a file", async () => {
    const { attachments, eventStore, id, sentAt } = await prepared();
    const subscriptions = [aSubscription(1, 1)];
    await commitAll(eventStore, id, [
      { type: "channel_created", channel: aChannel({ id: 1 }) },
      { type: "subscribed", subscriptions, firstMessageId: 2 },
    ]);
    const received = { kind: "received", userId: 1 } as const;
    expect(await attachments.newestSharing(id, 1, all)).toHaveLength(2);
    expect(await attachments.newestSharing(id, 1, received)).toEqual([{ id: 2, sentAt }]);
    expect((await attachments.ofOwner(id, 1, received)).map(({ messages }) => messages)).toEqual([
      [{ id: 2, sentAt }],
      [{ id: 2, sentAt }],
    ]);
    expect(await attachments.newestSharing(id, 1, { ...received, userId: 2 })).toEqual([]);
  });

  test("lists the newest hundred messages that share a file", async () => {
    const { attachments, eventStore, id } = await prepared();
    const ids = Array.from({ length: 120 }, (_, index) => index + 3);
    await commitAll(
      eventStore,
      id,
      ids.flatMap((messageId) => [aMessageSent({ id: messageId }), shared(1, messageId)]),
    );
    const newest = ids.slice(20);
    expect((await attachments.newestSharing(id, 1, all)).map((one) => one.id)).toEqual(newest);
    expect((await attachments.ofOwner(id, 1, all))[0]?.messages.map((one) => one.id)).toEqual(newest);
    expect(await attachments.sharing(id, 1, 1000)).toHaveLength(122);
    expect((await attachments.sharing(id, 1, 3)).map((one) => one.id)).toEqual(ids.slice(-3));
  });

  test("the space a realm uses is the sum of its files", async () => {
    const { attachments, eventStore, id } = await prepared();
    expect(await attachments.spaceUsed(id)).toBe(23);
    await commitAll(eventStore, id, [
      { type: "attachment_removed", userId: 1, attachmentId: 2, size: 7, spaceUsed: 16 },
    ]);
    expect(await attachments.spaceUsed(id)).toBe(16);
    expect(await attachments.byPaths(id, [second.path])).toEqual([]);
    expect(await attachments.sharedBy(id, 2)).toEqual([first]);
    expect(await attachments.spaceUsed(id + 1000)).toBe(0);
  });

  test("a deleted message shares no files until it is restored", async () => {
    const { attachments, eventStore, id } = await prepared();
    await commitAll(eventStore, id, [deleted(2)]);
    expect((await attachments.sharing(id, 1, 1000)).map((one) => one.id)).toEqual([1]);
    expect((await attachments.ofOwner(id, 1, all))[1]?.messages).toEqual([]);
    await commitAll(eventStore, id, [{ type: "messages_restored", messageIds: [2] }]);
    expect((await attachments.sharing(id, 2, 1000)).map((one) => one.id)).toEqual([2]);
    await commitAll(eventStore, id, [shared(2, 2, "remove")]);
    expect(await attachments.sharing(id, 2, 1000)).toEqual([]);
  });

  test("an orphan is an old file that no existing or restorable message shares", async () => {
    const { attachments, archive, eventStore, id } = await prepared();
    const orphans = async (before = first.uploadedAt + 1, limit = 9) =>
      (await attachments.orphans(id, before, limit)).map((one) => one.id);
    expect(await orphans()).toEqual([3]);
    await commitAll(eventStore, id, [deleted(1, 2)]);
    expect(await orphans()).toEqual([3]);
    await archive.removeBefore(2000, 1000);
    expect(await orphans()).toEqual([2, 1, 3]);
    expect(await orphans(undefined, 2)).toEqual([2, 1]);
    expect(await orphans(first.uploadedAt)).toEqual([2]);
    const later: ScheduledMessage = {
      id: 1,
      place: { kind: "direct", userIds: [1] },
      content: `see /user_uploads/${second.path}`,
      renderedContent: "",
      deliverAt: 5,
      client: "tests",
      readBySender: true,
      failure: null,
    };
    await commitAll(eventStore, id, [{ type: "scheduled_set", userId: 1, scheduled: later, isNew: true }]);
    expect(await orphans()).toEqual([1, 3]);
  });
};
