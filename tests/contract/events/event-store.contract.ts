import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as RA from "fp-ts/ReadonlyArray";
import type { RealmEvent } from "../../../src/domain/events/event";
import { aJob, upTo } from "../../support/application/jobs";
import {
  aChannel,
  aGroup,
  aMessageSent,
  aUser,
  directConversation,
  flagsChanged,
} from "../../support/builders/entities";
import {
  commitAll,
  commitBeside,
  commitOf,
  createAt,
  createRealm,
  eventsAfter,
} from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

const userCreated = (id: number, more = {}): RealmEvent => ({
  type: "user_created",
  user: aUser({ id, ...more }),
});
const channelCreated = (id: number, more = {}): RealmEvent => ({
  type: "channel_created",
  channel: aChannel({ id, ...more }),
});
const begins = { beginsConversation: true };
const direct = (messageId: number, conversationId: number): RealmEvent =>
  aMessageSent(
    { id: messageId, conversation: directConversation(conversationId, 1, 2), topic: "" },
    { beginsConversation: true },
  );

const readByFirst = flagsChanged({ messageIds: [1], ranges: [{ conversationId: 1001, ids: [[1, 2]] }] });

/** Storage writes each of these in a different way. */
const changes: readonly [string, RealmEvent][] = [
  ["a plain message", aMessageSent({ id: 2 })],
  ["a message with flags", aMessageSent({ id: 2 }, { flagsByUser: { "1": ["mentioned"] } })],
  [
    "the first message of a conversation",
    aMessageSent({ id: 2, conversation: directConversation(500, 1, 2), topic: "" }, begins),
  ],
  [
    "a message that begins a poll",
    aMessageSent({ id: 2, submessages: [{ id: 1, senderId: 1, kind: "widget", content: "{}" }] }),
  ],
  ["what somebody has read", readByFirst],
  ["another change", userCreated(1)],
];

export const eventStoreContract = (open: OpenPersistence): void => {
  test("a realm comes into being with its first commit", async () => {
    const { eventStore, registry, snapshots, eventLog } = open();
    const realm = await createRealm(eventStore, [userCreated(1)]);
    expect(await registry.bySubdomain(realm.subdomain)).toMatchObject({ id: realm.id });
    const state = await snapshots.load(realm.id);
    expect([state.realm, state.position, await eventLog.head(realm.id)]).toEqual([realm, 2, 2]);
  });

  test("a refused first commit leaves no realm", async () => {
    const { eventStore, registry } = open();
    const found = () => createRealm(eventStore, [userCreated(1), userCreated(1)]);
    const before = await registry.page(0, 1000);
    await expect(found()).rejects.toThrow();
    expect(await registry.page(0, 1000)).toEqual(before);
  });

  test("two realms can't have the same subdomain", async () => {
    const { eventStore, registry } = open();
    const { subdomain } = await createRealm(eventStore);
    const before = await registry.page(0, 1000);
    expect(await createAt(eventStore, subdomain)).toBeUndefined();
    expect(await registry.page(0, 1000)).toEqual(before);
  });

  test("of several that create a realm at one subdomain at once, one does, and the others learn that it is taken", async () => {
    const { eventStore, registry } = open();
    const made = await Promise.all([1, 2, 3, 4].map(() => createAt(eventStore, "contested")));
    const [realm, ...others] = made.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect(await registry.bySubdomain("contested")).toMatchObject({ id: realm?.id });
  });

  test("no slot can be opened in a realm that doesn't exist", async () => {
    await expect(open().eventStore.begin(2_000_000_000, 0)).rejects.toThrow("There is no realm");
  });

  test.each(changes)("commits %s with the head that follows it", async (_, event) => {
    const { eventStore, eventLog, messages } = open();
    const { id } = await createRealm(eventStore, [aMessageSent({ id: 1 })]);
    const slot = await eventStore.begin(id, 0);
    const commit = commitOf(slot.head, [event]);
    const head = { ...commit.head, ids: { user: 9, channel: 3 } };
    expect(await slot.append({ ...commit, head })).toEqual(E.right(undefined));
    expect((await eventsAfter(eventLog, id, 2, 9)).map((one) => one.event)).toEqual([event]);
    expect(await messages.byIds(id, [2])).toEqual(event.type === "message_sent" ? [event.message] : []);
    const next = await eventStore.begin(id, 3);
    await next.release();
    expect(next.head.position).toBe(3);
    expect(next.head.messageId).toBe(event.type === "message_sent" ? 2 : 1);
  });

  test.each(changes)("doesn't write %s if the realm moved since the slot was opened", async (_, event) => {
    const { eventStore, eventLog, messages } = open();
    const { id } = await createRealm(eventStore, [aMessageSent({ id: 1 })]);
    const [early, late] = [await eventStore.begin(id, 0), await eventStore.begin(id, 0)];
    expect(await early.append(commitOf(early.head, [userCreated(9)]))).toEqual(E.right(undefined));
    expect(await late.append(commitOf(late.head, [event]))).toEqual(E.left({ kind: "moved" }));
    expect(await eventLog.head(id)).toBe(3);
    expect(await messages.byIds(id, [2])).toEqual([]);
    const again = await eventStore.begin(id, 0);
    expect(again.head.position).toBe(3);
    expect(await again.append(commitOf(again.head, [event]))).toEqual(E.right(undefined));
  });

  test("an empty commit detects whether the realm moved", async () => {
    const { eventStore } = open();
    const { id } = await createRealm(eventStore);
    const [early, late] = [await eventStore.begin(id, 0), await eventStore.begin(id, 0)];
    const nothing = commitOf(early.head, []);
    expect(await early.append(nothing)).toEqual(E.right(undefined));
    await commitAll(eventStore, id, [userCreated(1)]);
    expect(await late.append(nothing)).toEqual(E.left({ kind: "moved" }));
  });

  test("a released slot blocks nobody", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await createRealm(eventStore);
    await (await eventStore.begin(id, 0)).release();
    await commitAll(eventStore, id, [userCreated(1)]);
    await (await eventStore.begin(id, 2)).release();
    expect(await commitAll(eventStore, id, [userCreated(2)])).toBe(3);
    expect(await eventLog.head(id)).toBe(3);
  });

  test("writes secrets and jobs with the events or not at all", async () => {
    const { eventStore, credentials, jobQueue } = open();
    const { id } = await createRealm(eventStore, [userCreated(1)]);
    const due = async () =>
      (await jobQueue.claim(upTo(9), 1, 60_000)).filter(({ realmId }) => realmId === id).length;
    const beside = {
      secrets: [{ kind: "password", userId: 1, hash: "secret" } as const],
      jobs: [aJob("", { dueAt: 1 })],
    };
    const slot = await eventStore.begin(id, 0);
    const refused = await slot.append({ ...commitOf(slot.head, [userCreated(1)]), ...beside });
    expect(refused).toMatchObject({ left: { kind: "refused" } });
    expect(await credentials.passwordHash(id, 1)).toBeUndefined();
    expect(await due()).toBe(0);
    await commitBeside(eventStore, id, beside);
    expect(await credentials.passwordHash(id, 1)).toBe("secret");
    expect(await due()).toBe(1);
  });

  const refused: readonly [string, RealmEvent, RealmEvent][] = [
    ["user id", userCreated(1), userCreated(1, { email: "other@example.com" })],
    ["address", userCreated(1, { email: "é@x.org" }), userCreated(2, { email: "é@x.org" })],
    ["channel id", channelCreated(1), channelCreated(1, { name: "other" })],
    ["channel name", channelCreated(1, { name: "Été" }), channelCreated(2, { name: "Été" })],
    [
      "group name",
      { type: "group_created", group: aGroup({ id: 20, name: "Team" }) },
      { type: "group_created", group: aGroup({ id: 21, name: "Team" }) },
    ],
    ["message id", aMessageSent({ id: 5 }), aMessageSent({ id: 5 })],
    ["conversation between the same people", direct(1, 500), direct(2, 501)],
  ];
  test.each(refused)("refuses a second %s and writes nothing of its commit", async (_, first, second) => {
    const { eventStore, eventLog } = open();
    const { id } = await createRealm(eventStore, [first]);
    const slot = await eventStore.begin(id, 0);
    const appended = await slot.append(commitOf(slot.head, [userCreated(50, { email: "e@x.org" }), second]));
    expect(appended).toMatchObject({ left: { kind: "refused" } });
    expect(await eventLog.head(id)).toBe(2);
    expect(await commitAll(eventStore, id, [userCreated(77)])).toBe(3);
  });

  test("one realm's rows don't get in the way of another's", async () => {
    const { eventStore, snapshots } = open();
    const events = [userCreated(1), channelCreated(1), aMessageSent({ id: 1 })];
    const one = await createRealm(eventStore, events);
    const other = await createRealm(eventStore, [...events, userCreated(2)]);
    expect([...(await snapshots.load(one.id)).users.values()]).toEqual([aUser({ id: 1 })]);
    expect((await snapshots.load(other.id)).users.size).toBe(2);
  });

  test("stores the undo data of events, and reads the newest first", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await createRealm(eventStore);
    const slot = await eventStore.begin(id, 0);
    const commit = commitOf(slot.head, [userCreated(1), aMessageSent({ id: 1 }), userCreated(2)]);
    const gone = (userId: number) => [{ part: "users", id: userId, value: null }] as const;
    const undos = [gone(1), [], gone(2)];
    await slot.append({
      ...commit,
      events: commit.events.map((event, index) => ({ ...event, undo: undos[index] ?? [] })),
    });
    const undosIn = async (after: number, upTo: number, limit: number) =>
      pipe(
        await eventLog.undos(id, after, upTo, limit),
        E.map(RA.map(({ position, changes }) => ({ position, changes }))),
      );
    const [first, second] = [
      { position: 2, changes: gone(1) },
      { position: 4, changes: gone(2) },
    ];
    expect(await undosIn(1, 4, 9)).toEqual(E.right([second, first]));
    expect(await undosIn(2, 4, 9)).toEqual(E.right([second]));
    expect(await undosIn(1, 3, 9)).toEqual(E.right([first]));
    expect(await undosIn(1, 4, 1)).toEqual(E.right([second]));
  });
};
