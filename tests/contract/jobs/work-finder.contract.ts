import type { ExpiredScope } from "../../../src/application/ports/jobs/work-finder";
import type { Channel } from "../../../src/domain/channels/channel";
import type { RealmEvent } from "../../../src/domain/events/event";
import { defaultRealmSettings } from "../../../src/domain/realm/realm-settings";
import type { RetentionDays } from "../../../src/domain/retention/retention";
import { aMoment } from "../../support/application/fakes";
import {
  aChannel,
  aMessageSent,
  anAttachment,
  aQueue,
  channelConversation,
  directConversation,
} from "../../support/builders/entities";
import { addQueue } from "../../support/storage/add-queue";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

const day = 86_400_000;

export const workFinderContract = (open: OpenPersistence): void => {
  test("finds logs that begin with an old event all queues have passed, realm by realm", async () => {
    const { clock, eventStore, workFinder, queueStore } = open();
    const events = [aMessageSent({ id: 1 }), aMessageSent({ id: 2 })];
    const [one, held, behind, other] = [
      await createRealm(eventStore, events),
      await createRealm(eventStore, events),
      await createRealm(eventStore, events),
      await createRealm(eventStore, events),
    ];
    await addQueue(queueStore, held.id, aQueue({ id: "a", acknowledged: 3 }));
    await addQueue(queueStore, held.id, aQueue({ id: "b", acknowledged: 2 }));
    await addQueue(queueStore, behind.id, aQueue({ id: "c", acknowledged: 0 }));
    clock.advance(1000);
    const young = await createRealm(eventStore, events);
    const found = (after: number, limit = 9) => workFinder.passedLogs(clock.now() - 500, after, limit);
    const all = [
      { realmId: one.id, upTo: 3 },
      { realmId: held.id, upTo: 2 },
      { realmId: other.id, upTo: 3 },
    ];
    expect(await found(one.id - 1)).toEqual(all);
    expect(await found(one.id - 1, 2)).toEqual(all.slice(0, 2));
    expect(await found(held.id)).toEqual(all.slice(2));
    expect(await workFinder.passedLogs(clock.now() + 1, other.id, 9)).toEqual([
      { realmId: young.id, upTo: 3 },
    ]);
    expect(await found(young.id)).toEqual([]);
  });

  test("finds a log that begins where pruning ended by what remains of it", async () => {
    const { clock, eventStore, workFinder, eventLog } = open();
    const { id } = await createRealm(eventStore, [aMessageSent({ id: 1 })]);
    await eventLog.prune([{ realmId: id, upTo: 2 }], clock.now() + 1);
    expect(await workFinder.passedLogs(clock.now() + 1, id - 1, 9)).toEqual([]);
    await commitAll(eventStore, id, [aMessageSent({ id: 2 })]);
    expect(await workFinder.passedLogs(clock.now() + 1, id - 1, 9)).toEqual([{ realmId: id, upTo: 3 }]);
  });

  describe("expired conversations", () => {
    const channel = (id: number, messageRetentionDays: RetentionDays | null): RealmEvent => ({
      type: "channel_created",
      channel: aChannel({ id, messageRetentionDays }),
    });
    const messageSent = (id: number, channelId: number, ago: number): RealmEvent =>
      aMessageSent({
        id,
        conversation: channelConversation(channelId),
        sentAt: (aMoment - ago * day) / 1000,
      });
    const keeping = (messageRetentionDays: RetentionDays): RealmEvent => ({
      type: "realm_changed",
      change: { settings: { ...defaultRealmSettings, messageRetentionDays } },
    });
    const written = (id: number, ago: number): RealmEvent =>
      aMessageSent(
        {
          id,
          topic: "",
          conversation: directConversation(9, 1, 2),
          sentAt: (aMoment - ago * day) / 1000,
        },
        { beginsConversation: true },
      );

    test("are channels and realms whose retention is shorter than the age of their oldest message", async () => {
      const { eventStore, workFinder } = open();
      const one = await createRealm(eventStore, [
        channel(1, 5),
        channel(2, null),
        channel(3, "forever"),
        channel(4, 5),
        channel(5, 5),
        messageSent(1, 1, 6),
        messageSent(2, 2, 6),
        messageSent(3, 3, 6),
        messageSent(4, 4, 4),
        written(5, 6),
      ]);
      const other = await createRealm(eventStore, [
        keeping(3),
        channel(1, 5),
        channel(2, null),
        channel(3, "forever"),
        messageSent(1, 1, 4),
        messageSent(2, 2, 4),
        messageSent(3, 3, 4),
        written(4, 4),
        messageSent(5, 2, 0),
      ]);
      const found = (after: ExpiredScope | undefined, limit = 9) =>
        workFinder.expiredScopes(aMoment, after, limit);
      const all = [
        { realmId: one.id, scope: 1 },
        { realmId: other.id, scope: "direct" as const },
        { realmId: other.id, scope: 2 },
      ];
      const before = { realmId: one.id - 1, scope: 9999 };
      expect(await found(before)).toEqual(all);
      expect(await found(before, 1)).toEqual(all.slice(0, 1));
      expect(await found(all[0])).toEqual(all.slice(1));
      expect(await found(all[1])).toEqual(all.slice(2));
      expect(await found(undefined)).toEqual(expect.arrayContaining(all));
    });

    test("exclude deleted messages, and messages exactly at the limit", async () => {
      const { eventStore, workFinder } = open();
      const { id } = await createRealm(eventStore, [
        channel(1, 5),
        messageSent(1, 1, 7),
        messageSent(2, 1, 5),
      ]);
      const before = { realmId: id - 1, scope: 9999 };
      expect(await workFinder.expiredScopes(aMoment, before, 9)).toHaveLength(1);
      await commitAll(eventStore, id, [
        {
          type: "messages_deleted",
          conversation: channelConversation(1),
          topic: "lunch",
          messageIds: [1],
          deletedAt: 1000,
        },
      ]);
      expect(await workFinder.expiredScopes(aMoment, before, 9)).toEqual([]);
      expect(await workFinder.expiredScopes(aMoment + 1000, before, 9)).toHaveLength(1);
    });
  });

  test("finds active channels that have been quiet since a time, realm by realm", async () => {
    const { eventStore, workFinder } = open();
    const since = aMoment / 1000;
    const made = (id: number, more: Partial<Channel> = {}): RealmEvent => ({
      type: "channel_created",
      channel: aChannel({ id, name: `channel ${id}`, createdAt: aMoment - 1, ...more }),
    });
    const messageSent = (id: number, channelId: number, sentAt: number): RealmEvent =>
      aMessageSent({ id, conversation: channelConversation(channelId), sentAt });
    const one = await createRealm(eventStore, [
      made(1),
      made(2),
      made(3),
      made(4, { createdAt: aMoment }),
      made(5, { isRecentlyActive: false }),
      messageSent(1, 2, since - 9),
      messageSent(2, 2, since),
      messageSent(3, 3, since - 1),
    ]);
    const other = await createRealm(eventStore, [made(1)]);
    const all = [
      { realmId: one.id, channelId: 1 },
      { realmId: one.id, channelId: 3 },
      { realmId: other.id, channelId: 1 },
    ];
    const before = { realmId: one.id - 1, channelId: 9999 };
    expect(await workFinder.quietChannels(since, before, 9)).toEqual(all);
    expect(await workFinder.quietChannels(since, before, 2)).toEqual(all.slice(0, 2));
    expect(await workFinder.quietChannels(since, all[0], 9)).toEqual(all.slice(1));
    expect(await workFinder.quietChannels(since, all[1], 9)).toEqual(all.slice(2));
  });

  test("finds the next realm with a message from an older renderer, if any", async () => {
    const { eventStore, workFinder } = open();
    const [one, none, other] = [
      await createRealm(eventStore, [aMessageSent({ id: 1 }), aMessageSent({ id: 2, rendererVersion: 2 })]),
      await createRealm(eventStore, [aMessageSent({ id: 1, rendererVersion: 2 })]),
      await createRealm(eventStore, [aMessageSent({ id: 1 })]),
    ];
    expect(await workFinder.nextToRender(2, one.id - 1)).toBe(one.id);
    expect(await workFinder.nextToRender(2, one.id)).toBe(other.id);
    expect(await workFinder.nextToRender(2, none.id)).toBe(other.id);
    expect(await workFinder.nextToRender(2, other.id)).toBeUndefined();
    expect(await workFinder.nextToRender(1, one.id - 1)).toBeUndefined();
  });

  test("finds the next realm with an orphan, as messages start and stop sharing its files", async () => {
    const { eventStore, workFinder, archive } = open();
    const attachment = anAttachment();
    const sharing = (op: "add" | "remove", messageId: number): RealmEvent => ({
      type: "attachment_sharing_changed",
      userId: 1,
      op,
      messageId,
      spaceUsed: 0,
      attachment: { ...attachment, messages: [] },
    });
    const [first, { id }] = [
      await createRealm(eventStore),
      await createRealm(eventStore, [
        { type: "attachment_added", userId: 1, attachment, spaceUsed: 0 },
        aMessageSent({ id: 1 }),
        aMessageSent({ id: 2 }),
      ]),
    ];
    const next = (before = attachment.uploadedAt + 1) => workFinder.nextWithOrphans(before, first.id);
    expect(await next()).toBe(id);
    expect(await next(attachment.uploadedAt)).toBeUndefined();
    expect(await workFinder.nextWithOrphans(attachment.uploadedAt + 1, id)).toBeUndefined();
    await commitAll(eventStore, id, [sharing("add", 1), sharing("add", 2)]);
    expect(await next()).toBeUndefined();
    await commitAll(eventStore, id, [sharing("remove", 1)]);
    expect(await next()).toBeUndefined();
    await commitAll(eventStore, id, [sharing("remove", 2)]);
    expect(await next()).toBe(id);
    await commitAll(eventStore, id, [sharing("add", 1), sharing("add", 2)]);
    for (const messageId of [1, 2]) {
      expect(await next()).toBeUndefined();
      await commitAll(eventStore, id, [
        {
          type: "messages_deleted",
          conversation: channelConversation(1),
          topic: "lunch",
          messageIds: [messageId],
          deletedAt: 1000,
        },
      ]);
      expect(await next()).toBeUndefined();
      await archive.removeBefore(2000, 1000);
    }
    expect(await next()).toBe(id);
  });

  test("finds realms with a channel for server updates while they are behind", async () => {
    const { eventStore, workFinder } = open();
    const settingsChanged = (settings: object): RealmEvent => ({
      type: "realm_changed",
      change: { settings },
    });
    const wanting = settingsChanged({ serverUpdateAnnouncementsChannelId: 1 });
    const [silent, one, done, ended, other] = [
      await createRealm(eventStore),
      await createRealm(eventStore, [wanting]),
      await createRealm(eventStore, [wanting, settingsChanged({ announcedUpdate: 7 })]),
      await createRealm(eventStore, [wanting, { type: "realm_changed", change: { isDeactivated: true } }]),
      await createRealm(eventStore, [wanting, settingsChanged({ announcedUpdate: 6 })]),
    ];
    expect(await workFinder.behindOnUpdates(7, silent.id - 1, 9)).toEqual([one.id, other.id]);
    expect(await workFinder.behindOnUpdates(7, silent.id - 1, 1)).toEqual([one.id]);
    expect(await workFinder.behindOnUpdates(7, one.id, 9)).toEqual([other.id]);
    expect(await workFinder.behindOnUpdates(8, one.id, 9)).toEqual([done.id, other.id]);
    await commitAll(eventStore, one.id, [settingsChanged({ serverUpdateAnnouncementsChannelId: null })]);
    expect(await workFinder.behindOnUpdates(7, silent.id - 1, 9)).toEqual([other.id]);
    expect(ended.id).toBeLessThan(other.id);
  });
};
