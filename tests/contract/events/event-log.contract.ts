import { randomBytes } from "node:crypto";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { enoughEvents, type Undo } from "../../../src/application/ports/events/event-log";
import { encodeLoggedEvent } from "../../../src/domain/events/event-codec";
import { aMessage, aMessageSent, flagsChanged } from "../../support/builders/entities";
import { anyEvent } from "../../support/random/arbitraries/events";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps } from "../../support/random/histories";
import { commitAll, commitOf, createRealm, eventsAfter } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const eventLogContract = (open: OpenPersistence): void => {
  const sent = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => aMessageSent({ id: from + index }));

  test("returns events after a position, in order, at most the requested number", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await createRealm(eventStore, sent(1, 5));
    const positions = async (after: number, limit: number) =>
      (await eventsAfter(eventLog, id, after, limit)).map(({ position }) => position);
    expect(await positions(0, 100)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await positions(2, 3)).toEqual([3, 4, 5]);
    expect(await positions(6, 10)).toEqual([]);
  });

  test.each([
    ["compresses well", () => "<p>".repeat(50_000)],
    ["doesn't compress", () => randomBytes(112_500).toString("base64")],
  ])(
    "a page of long events, whose text %s, ends at the size limit, and the next page continues",
    async (_title, text) => {
      const { eventStore, eventLog } = open();
      const long = Array.from({ length: 20 }, (_, index) =>
        aMessageSent({ id: index + 1, renderedContent: text() }),
      );
      const { id } = await createRealm(eventStore, long);
      const pages: number[] = [];
      for (let position = 0; position < 21; ) {
        const page = await eventsAfter(eventLog, id, position, 1000);
        pages.push(page.length);
        position = page.at(-1)?.position ?? Number.NaN;
      }
      expect(pages.reduce((sum, length) => sum + length)).toBe(21);
      expect(Math.max(...pages)).toBeLessThanOrEqual(1 + Math.ceil(enoughEvents / 150_000));
      // Otherwise a client that was away needs a query for each.
      expect(Math.min(...pages.slice(0, -1))).toBeGreaterThanOrEqual(4);
    },
  );

  test("a page has at least one event, however long", async () => {
    const { eventStore, eventLog } = open();
    const renderedContent = "<p>".repeat(enoughEvents / 2);
    const { id } = await createRealm(
      eventStore,
      [1, 2].map((one) => aMessageSent({ id: one, renderedContent })),
    );
    const positions = async (after: number) =>
      (await eventsAfter(eventLog, id, after, 1000)).map(({ position }) => position);
    expect(await positions(1)).toEqual([2]);
    expect(await positions(2)).toEqual([3]);
  });

  test("reads the undo data of events from the newest back, a page at a time", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await createRealm(eventStore);
    const userIds = Array.from({ length: 50_000 }, (_, index) => 1_000_000 + index);
    const changes = [{ part: "members", groupId: 1, op: "add", userIds }] as const;
    const slot = await eventStore.begin(id, 0);
    const { events, ...rest } = commitOf(
      slot.head,
      Array.from({ length: 5 }, () => flagsChanged({})),
    );
    await slot.append({ ...rest, events: events.map((event) => ({ ...event, undo: changes })) });
    const pages: (readonly Undo[])[] = [];
    for (let newest = 6; newest > 1; newest = (pages.at(-1)?.at(-1)?.position ?? 0) - 1)
      pages.push(
        pipe(
          await eventLog.undos(id, 1, newest, 5001),
          E.getOrElse((): readonly Undo[] => []),
        ),
      );
    const undos = pages.flat();
    expect(undos.map(({ position }) => position)).toEqual([6, 5, 4, 3, 2]);
    expect(undos.map((one) => one.changes)).toEqual(undos.map(() => changes));
    for (const { length } of undos) {
      expect(length).toBeGreaterThan(400_000);
      expect(length).toBeLessThan(600_000);
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(await eventLog.undos(id, 1, 1, 5001)).toEqual(E.right([]));
  });

  test("an event comes back as appended, whatever its text holds and however far its ranges reach", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await createRealm(eventStore);
    const content = `O'Neill said "?" and :name, $1 \\? \\n 🎉 \u2028 {"a":[null]}`;
    const events = [
      aMessageSent(
        { id: 1, content, renderedContent: content },
        { flagsByUser: { "7": ["mentioned"] }, origin: { queueId: "q", localId: "1.5" } },
      ),
      flagsChanged({
        messageIds: [1],
        ranges: [{ conversationId: 1001, ids: [[1, Number.POSITIVE_INFINITY]] }],
      }),
    ];
    await commitAll(eventStore, id, events);
    expect(await eventsAfter(eventLog, id, 1, 10)).toEqual([
      { position: 2, event: events[0] },
      { position: 3, event: events[1] },
    ]);
  });

  test("the head is the newest position, or 0 for an empty log", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await createRealm(eventStore, sent(1, 2));
    expect(await eventLog.head(id)).toBe(3);
    expect(await eventLog.head(987_654)).toBe(0);
    expect(await eventLog.prunedUpTo(987_654)).toBe(0);
    expect(await eventsAfter(eventLog, 987_654, 0, 10)).toEqual([]);
  });

  test("reads the heads of many realms in one query, leaving out realms without events", async () => {
    const { eventStore, eventLog } = open();
    const one = await createRealm(eventStore, sent(1, 2));
    const other = await createRealm(eventStore, sent(1, 4));
    await createRealm(eventStore, sent(1, 1));
    expect(await eventLog.heads([other.id, 987_654, one.id])).toEqual(
      new Map([
        [one.id, 3],
        [other.id, 5],
      ]),
    );
    expect(await eventLog.heads([])).toEqual(new Map());
  });

  test("prunes events that are both passed and old enough", async () => {
    const { clock, eventStore, eventLog } = open();
    const { id } = await createRealm(eventStore, sent(1, 2));
    clock.advance(1000);
    await commitAll(eventStore, id, sent(3, 4));
    const positions = async () => (await eventsAfter(eventLog, id, 0, 100)).map(({ position }) => position);

    await eventLog.prune([{ realmId: id, upTo: 5 }], clock.now() - 1000);
    expect(await eventLog.prunedUpTo(id)).toBe(0);
    await eventLog.prune([{ realmId: id, upTo: 2 }], clock.now() + 1);
    expect([await positions(), await eventLog.prunedUpTo(id)]).toEqual([[3, 4, 5], 2]);
    await eventLog.prune([{ realmId: id, upTo: 5 }], clock.now());
    expect([await positions(), await eventLog.prunedUpTo(id)]).toEqual([[4, 5], 3]);
    await eventLog.prune([{ realmId: id, upTo: 1 }], clock.now() + 1);
    expect(await eventLog.prunedUpTo(id)).toBe(3);
    await eventLog.prune([{ realmId: id, upTo: 5 }], clock.now() + 1);
    expect([await positions(), await eventLog.prunedUpTo(id)]).toEqual([[], 5]);
    expect(await eventLog.head(id)).toBe(5);
  });

  test("pruning in one realm leaves the others alone", async () => {
    const { clock, eventStore, eventLog } = open();
    const one = await createRealm(eventStore, sent(1, 2));
    const other = await createRealm(eventStore, sent(1, 2));
    await eventLog.prune([{ realmId: one.id, upTo: 3 }], clock.now() + 1);
    expect(await eventsAfter(eventLog, other.id, 0, 10)).toHaveLength(3);
    expect(await eventLog.prunedUpTo(other.id)).toBe(0);
  });

  test("prunes events of several realms together, each up to its own position", async () => {
    const { clock, eventStore, eventLog } = open();
    const one = await createRealm(eventStore, sent(1, 4));
    const other = await createRealm(eventStore, sent(1, 4));
    await eventLog.prune([], clock.now() + 1);
    await eventLog.prune(
      [
        { realmId: one.id, upTo: 2 },
        { realmId: other.id, upTo: 4 },
      ],
      clock.now() + 1,
    );
    expect([await eventLog.prunedUpTo(one.id), await eventLog.prunedUpTo(other.id)]).toEqual([2, 4]);
    expect((await eventsAfter(eventLog, one.id, 0, 9)).map(({ position }) => position)).toEqual([3, 4, 5]);
    expect((await eventsAfter(eventLog, other.id, 0, 9)).map(({ position }) => position)).toEqual([5]);
  });

  test("every kind of event comes back as it was logged", async () => {
    const { eventStore, eventLog, logAsStored } = open();
    const { id } = await createRealm(eventStore);
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 20 }), async (events) => {
        const before = await eventLog.head(id);
        await logAsStored(id, events.map(encodeLoggedEvent));
        const logged = await eventsAfter(eventLog, id, before, 100);
        expect(logged.map(({ event }) => event)).toEqual(structuredClone(events));
      }),
      { numRuns: 15 },
    );
  });

  test("everything that happens in a realm comes back as it was committed", async () => {
    const { eventStore, eventLog } = open();
    await fc.assert(
      fc.asyncProperty(someSteps, async (steps) => {
        const { id } = await createRealm(eventStore);
        const events = historyOf(steps);
        await commitAll(eventStore, id, events);
        const logged = await eventsAfter(eventLog, id, 1, 1000);
        expect(logged.map(({ event }) => event)).toEqual(structuredClone(events));
      }),
      { numRuns: 10 },
    );
  });

  test("upgrades an event that an older version logged to today's form", async () => {
    const { eventStore, eventLog, logAsStored } = open();
    const { id } = await createRealm(eventStore);
    const { reactions, edits, submessages, rendererVersion, ...message } = aMessage();
    await logAsStored(id, [{ type: "message_sent", message, marks: {}, beginsConversation: false }]);
    expect([reactions, edits, submessages, rendererVersion]).toEqual([[], [], [], 1]);
    expect(await eventsAfter(eventLog, id, 1, 10)).toEqual([
      { position: 2, event: aMessageSent({ rendererVersion: 0 }) },
    ]);
  });

  test("an unreadable event ends the page before it, and is reported when it comes first", async () => {
    const { eventStore, eventLog, logAsStored } = open();
    const { id } = await createRealm(eventStore, sent(1, 1));
    await logAsStored(id, [{ type: "moon_eclipsed" }, encodeLoggedEvent(aMessageSent({ id: 2 }))]);
    const readable = (await eventsAfter(eventLog, id, 0, 10)).map(({ position }) => position);
    expect(readable).toEqual([1, 2]);
    expect(await eventLog.after(id, 2, 10)).toEqual(
      E.left({ position: 3, problem: 'unknown type "moon_eclipsed"' }),
    );
    expect(await eventsAfter(eventLog, id, 3, 10)).toEqual([{ position: 4, event: aMessageSent({ id: 2 }) }]);
    expect(await eventLog.head(id)).toBe(4);
  });
};
