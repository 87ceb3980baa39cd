import { left } from "fp-ts/Either";
import { encodeEvent } from "../../src/domain/event-codec";
import { anyEvent } from "../support/arbitraries/events";
import { aMessage, aMessageSent, flagsChanged } from "../support/builders";
import fc from "../support/fast-check";
import { commitAll, eventsAfter, foundRealm } from "../support/foundations";
import { historyOf, someSteps } from "../support/histories";
import type { OpenPersistence } from "../support/persistence";

export const eventLogContract = (open: OpenPersistence): void => {
  const sent = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => aMessageSent({ id: from + index }));

  test("events come after a position, in order, no more than asked for", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await foundRealm(eventStore, sent(1, 5));
    const positions = async (after: number, limit: number) =>
      (await eventsAfter(eventLog, id, after, limit)).map(({ position }) => position);
    expect(await positions(0, 100)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await positions(2, 3)).toEqual([3, 4, 5]);
    expect(await positions(6, 10)).toEqual([]);
  });

  test("an event comes back as it was appended, whatever its text holds and however far its ranges go", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await foundRealm(eventStore);
    const content = `O'Neill said "?" and :name, $1 \\? \\n 🎉 \u2028 {"a":[null]}`;
    const events = [
      aMessageSent(
        { id: 1, content, renderedContent: content },
        { marks: { "7": ["mentioned"] }, origin: { queueId: "q", localId: "1.5" } },
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

  test("the head is the newest position, and 0 where there is nothing", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await foundRealm(eventStore, sent(1, 2));
    expect(await eventLog.head(id)).toBe(3);
    expect(await eventLog.head(987_654)).toBe(0);
    expect(await eventLog.forgotten(987_654)).toBe(0);
    expect(await eventsAfter(eventLog, 987_654, 0, 10)).toEqual([]);
  });

  test("the heads of many realms come by one question, without realms that have no events", async () => {
    const { eventStore, eventLog } = open();
    const one = await foundRealm(eventStore, sent(1, 2));
    const other = await foundRealm(eventStore, sent(1, 4));
    await foundRealm(eventStore, sent(1, 1));
    expect(await eventLog.heads([other.id, 987_654, one.id])).toEqual(
      new Map([
        [one.id, 3],
        [other.id, 5],
      ]),
    );
    expect(await eventLog.heads([])).toEqual(new Map());
  });

  test("forgetting takes what is both passed and old enough", async () => {
    const { clock, eventStore, eventLog } = open();
    const { id } = await foundRealm(eventStore, sent(1, 2));
    clock.advance(1000);
    await commitAll(eventStore, id, sent(3, 4));
    const positions = async () => (await eventsAfter(eventLog, id, 0, 100)).map(({ position }) => position);

    await eventLog.forget([{ realmId: id, upTo: 5 }], clock.now() - 1000);
    expect(await eventLog.forgotten(id)).toBe(0);
    await eventLog.forget([{ realmId: id, upTo: 2 }], clock.now() + 1);
    expect([await positions(), await eventLog.forgotten(id)]).toEqual([[3, 4, 5], 2]);
    await eventLog.forget([{ realmId: id, upTo: 5 }], clock.now());
    expect([await positions(), await eventLog.forgotten(id)]).toEqual([[4, 5], 3]);
    await eventLog.forget([{ realmId: id, upTo: 1 }], clock.now() + 1);
    expect(await eventLog.forgotten(id)).toBe(3);
    await eventLog.forget([{ realmId: id, upTo: 5 }], clock.now() + 1);
    expect([await positions(), await eventLog.forgotten(id)]).toEqual([[], 5]);
    expect(await eventLog.head(id)).toBe(5);
  });

  test("forgetting in one realm leaves the others alone", async () => {
    const { clock, eventStore, eventLog } = open();
    const one = await foundRealm(eventStore, sent(1, 2));
    const other = await foundRealm(eventStore, sent(1, 2));
    await eventLog.forget([{ realmId: one.id, upTo: 3 }], clock.now() + 1);
    expect(await eventsAfter(eventLog, other.id, 0, 10)).toHaveLength(3);
    expect(await eventLog.forgotten(other.id)).toBe(0);
  });

  test("several realms' events are forgotten together, each up to its own position", async () => {
    const { clock, eventStore, eventLog } = open();
    const one = await foundRealm(eventStore, sent(1, 4));
    const other = await foundRealm(eventStore, sent(1, 4));
    await eventLog.forget([], clock.now() + 1);
    await eventLog.forget(
      [
        { realmId: one.id, upTo: 2 },
        { realmId: other.id, upTo: 4 },
      ],
      clock.now() + 1,
    );
    expect([await eventLog.forgotten(one.id), await eventLog.forgotten(other.id)]).toEqual([2, 4]);
    expect((await eventsAfter(eventLog, one.id, 0, 9)).map(({ position }) => position)).toEqual([3, 4, 5]);
    expect((await eventsAfter(eventLog, other.id, 0, 9)).map(({ position }) => position)).toEqual([5]);
  });

  test("any event comes back as it was logged", async () => {
    const { eventStore, eventLog, logAsStored } = open();
    const { id } = await foundRealm(eventStore);
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 20 }), async (events) => {
        const before = await eventLog.head(id);
        await logAsStored(id, events.map(encodeEvent));
        const logged = await eventsAfter(eventLog, id, before, 100);
        expect(logged.map(({ event }) => event)).toEqual(structuredClone(events));
      }),
      { numRuns: 15 },
    );
  });

  test("what happens in a realm comes back as it was committed", async () => {
    const { eventStore, eventLog } = open();
    await fc.assert(
      fc.asyncProperty(someSteps, async (steps) => {
        const { id } = await foundRealm(eventStore);
        const events = historyOf(steps);
        await commitAll(eventStore, id, events);
        const logged = await eventsAfter(eventLog, id, 1, 1000);
        expect(logged.map(({ event }) => event)).toEqual(structuredClone(events));
      }),
      { numRuns: 10 },
    );
  });

  test("an event that an older version logged comes in the form of today", async () => {
    const { eventStore, eventLog, logAsStored } = open();
    const { id } = await foundRealm(eventStore);
    const { reactions, edits, submessages, rendererVersion, ...message } = aMessage();
    await logAsStored(id, [{ type: "message_sent", message, marks: {}, beginsConversation: false }]);
    expect([reactions, edits, submessages, rendererVersion]).toEqual([[], [], [], 1]);
    expect(await eventsAfter(eventLog, id, 1, 10)).toEqual([
      { position: 2, event: aMessageSent({ rendererVersion: 0 }) },
    ]);
  });

  test("an event that can't be read ends what is told of the log, and is told itself where it comes next", async () => {
    const { eventStore, eventLog, logAsStored } = open();
    const { id } = await foundRealm(eventStore, sent(1, 1));
    await logAsStored(id, [{ type: "moon_eclipsed" }, encodeEvent(aMessageSent({ id: 2 }))]);
    const readable = (await eventsAfter(eventLog, id, 0, 10)).map(({ position }) => position);
    expect(readable).toEqual([1, 2]);
    expect(await eventLog.after(id, 2, 10)).toEqual(
      left({ position: 3, problem: 'unknown type "moon_eclipsed"' }),
    );
    expect(await eventsAfter(eventLog, id, 3, 10)).toEqual([{ position: 4, event: aMessageSent({ id: 2 }) }]);
    expect(await eventLog.head(id)).toBe(4);
  });
};
