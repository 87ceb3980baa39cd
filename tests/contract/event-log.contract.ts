import { aMessageSent, flagsChanged } from "../support/builders";
import { commitAll, foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

export const eventLogContract = (open: OpenPersistence): void => {
  const sent = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => aMessageSent({ id: from + index }));

  test("events come after a position, in order, no more than asked for", async () => {
    const { eventStore, eventLog } = open();
    const { id } = await foundRealm(eventStore, sent(1, 5));
    const positions = async (after: number, limit: number) =>
      (await eventLog.after(id, after, limit)).map(({ position }) => position);
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
    expect(await eventLog.after(id, 1, 10)).toEqual([
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
    expect(await eventLog.after(987_654, 0, 10)).toEqual([]);
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
    const positions = async () => (await eventLog.after(id, 0, 100)).map(({ position }) => position);

    await eventLog.forget(id, 5, clock.now() - 1000);
    expect(await eventLog.forgotten(id)).toBe(0);
    await eventLog.forget(id, 2, clock.now() + 1);
    expect([await positions(), await eventLog.forgotten(id)]).toEqual([[3, 4, 5], 2]);
    await eventLog.forget(id, 5, clock.now());
    expect([await positions(), await eventLog.forgotten(id)]).toEqual([[4, 5], 3]);
    await eventLog.forget(id, 1, clock.now() + 1);
    expect(await eventLog.forgotten(id)).toBe(3);
    await eventLog.forget(id, 5, clock.now() + 1);
    expect([await positions(), await eventLog.forgotten(id)]).toEqual([[], 5]);
    expect(await eventLog.head(id)).toBe(5);
  });

  test("forgetting in one realm leaves the others alone", async () => {
    const { clock, eventStore, eventLog } = open();
    const one = await foundRealm(eventStore, sent(1, 2));
    const other = await foundRealm(eventStore, sent(1, 2));
    await eventLog.forget(one.id, 3, clock.now() + 1);
    expect(await eventLog.after(other.id, 0, 10)).toHaveLength(3);
    expect(await eventLog.forgotten(other.id)).toBe(0);
  });
};
