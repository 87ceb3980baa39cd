import * as E from "fp-ts/Either";
import { type LiveQueue, queueReadTo } from "../../../src/application/queues/live-queue";
import { readQueue } from "../../../src/application/queues/read-queue";
import type { EventQueue } from "../../../src/domain/queues/event-queue";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";
import { aQueue } from "../../support/builders/entities";

const realm = async () => {
  const founded = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben", "cleo"] }, club: { privacy: "private", of: ["cleo"] } },
  });
  const { realmId, state, world } = founded;
  const begin = await state();
  const { eventLog, clock } = world.outside;
  const ports = { directory: founded.services.directory, eventLog, clock };
  return {
    ...founded,
    ports,
    eventLog,
    /** Ben's queue at the state in which the realm was founded. */
    queue: (more: Partial<EventQueue> = {}): LiveQueue =>
      queueReadTo(realmId, aQueue({ userId: founded.ben.id, ...more }), begin, aMoment),
  };
};
const contents = ({ pending }: LiveQueue) =>
  pending.flatMap((item) =>
    "event" in item && item.event.type === "message_sent" ? [item.event.message.content] : [],
  );

test("a queue reads what its client may have and asked for, and joins live events at the log's end", async () => {
  const { ports, queue, cleo, lunch, club } = await realm();
  await cleo.says(lunch, "food", "for all");
  await cleo.says(club, "secret", "for few");
  const all = queue({ categories: ["message"] });
  expect(await readQueue(ports, all)).toBe(true);
  expect(contents(all)).toEqual(["for all"]);
  expect(all.readTo).toBeUndefined();
  const other = queue({ categories: ["presence"] });
  expect(await readQueue(ports, other)).toBe(true);
  expect(other.pending).toEqual([]);
});

test("each event is judged by the realm's state at that event", async () => {
  const { ports, queue, append, cleo, ben, lunch } = await realm();
  await cleo.says(lunch, "food", "before");
  await append({ type: "unsubscribed", userIds: [ben.id], channelIds: [lunch], firstMessageId: 2 });
  await cleo.says(lunch, "food", "after");
  const read = queue({ categories: ["message"] });
  await readQueue(ports, read);
  expect(contents(read)).toEqual(["before"]);
});

test("a client that was away for long gets a thousand events at most before it asks again", async () => {
  const { ports, queue, append, ben, state } = await realm();
  const change = (text: string) =>
    ({ type: "user_status_changed", userId: ben.id, change: { text } }) as const;
  await append(...Array.from({ length: 2500 }, (_, index) => change(`${index}`)));
  const read = queue();
  await readQueue(ports, read);
  expect(read.pending).toHaveLength(1000);
  expect(read.readTo?.position).toBe((await state()).position - 1500);
});

test("other requests run between pages of the log", async () => {
  const { ports, queue, append, ben } = await realm();
  const change = { type: "user_status_changed", userId: ben.id, change: { text: "" } } as const;
  await append(...Array.from({ length: 2000 }, () => change));
  const judged = [0];
  // Each event is judged by the time at which it is read.
  const now = (): number => {
    judged.push((judged.pop() ?? 0) + 1);
    return aMoment;
  };
  const read = queue({ categories: ["presence", "user_status"] });
  const next = (): void => {
    judged.push(0);
    if (read.readTo !== undefined) setImmediate(next);
  };
  setImmediate(next);
  await readQueue({ ...ports, clock: { now } }, read);
  await readQueue({ ...ports, clock: { now } }, read);
  expect(judged.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1000);
  expect(Math.max(...judged)).toBeLessThanOrEqual(200);
});

test("a queue that finds nothing, or little, searches four thousand events at a time", async () => {
  const { ports, queue, append, ben, cleo, lunch } = await realm();
  await cleo.says(lunch, "food", "early");
  const change = { type: "user_status_changed", userId: ben.id, change: { text: "" } } as const;
  await append(...Array.from({ length: 4500 }, () => change));
  const read = queue({ categories: ["message"] });
  const start = read.readTo?.position ?? 0;
  await readQueue(ports, read);
  expect([contents(read), read.readTo?.position]).toEqual([["early"], start + 4000]);
  await readQueue(ports, read);
  expect([contents(read), read.readTo]).toEqual([["early"], undefined]);
});

test("reading fails where events were pruned, lost or can't be read", async () => {
  const { ports, queue, eventLog, ben, lunch, realmId, state } = await realm();
  await ben.says(lunch);
  const { position } = await state();
  const unreadable = { ...eventLog, after: async () => E.left({ position } as never) };
  expect(await readQueue({ ...ports, eventLog: unreadable }, queue())).toBe(false);
  await ben.says(lunch);
  await eventLog.prune([{ realmId, upTo: position }], Number.MAX_SAFE_INTEGER);
  expect(await readQueue(ports, queue())).toBe(false);
  await eventLog.prune([{ realmId, upTo: (await state()).position }], Number.MAX_SAFE_INTEGER);
  expect(await readQueue(ports, queue())).toBe(false);
});
