import { type FetchMessages, history } from "../../web/src/store/history";
import { createMessageStore } from "../../web/src/store/messages";
import type { Narrow } from "../../web/src/store/narrow";
import type { Message } from "../../web/src/wire/wire";

const topic = (name: string): Narrow => [
  { operator: "channel", operand: 3 },
  { operator: "topic", operand: name },
];
const lunch = topic("lunch");
const message = (id: number, subject = "lunch"): Message =>
  ({
    id,
    subject,
    type: "stream",
    stream_id: 3,
    display_recipient: "general",
    flags: ["read"],
  }) as unknown as Message;
const arrival = (id: number, subject?: string) =>
  ({ type: "message", id, message: message(id, subject), flags: ["read"] }) as const;

/** A topic of 10,000 messages, all known to a server. */
const pages: FetchMessages = async (_narrow, { anchor, before, after }) => {
  const at = typeof anchor === "number" ? anchor : 10_000;
  const ids = Array.from({ length: before + after + 1 }, (_, index) => at - before + index);
  const there = ids.filter((id) => id > 0 && id <= 10_000);
  return {
    messages: there.map((id) => message(id)),
    anchor: at,
    found_oldest: at - before <= 1,
    found_newest: at + after >= 10_000,
  };
};
const newest = { anchor: "newest", before: 100, after: 0 } as const;

const begun = (fetchMessages = pages) => {
  const messageStore = createMessageStore();
  const messages = history(messageStore, { ownId: 1, isSubscribed: () => true }, fetchMessages);
  return { messageStore, messages, list: messages.list(lunch), run: () => messages.list(lunch).run.peek() };
};

test("messages that no list contains are dropped", async () => {
  const { messageStore, messages, list } = begun();
  await messages.open(list, newest);
  for (let id = 20_000; id < 22_000; id += 1) messages.apply(arrival(id, "elsewhere"));
  messages.tidy();
  expect(messageStore.get(20_500)).toBeUndefined();
  expect(messageStore.get(9_950)).toMatchObject({ id: 9_950 });
});

test("messages that arrive during a long day are cleaned up automatically", async () => {
  const { messageStore, messages } = begun();
  for (let id = 20_000; id < 25_000; id += 1) messages.apply(arrival(id, "elsewhere"));
  const known = Array.from({ length: 5_000 }, (_, index) => messageStore.get(20_000 + index)).filter(Boolean);
  expect(known.length).toBeLessThan(1000);
});

test("a list that was left keeps only its end, without losing messages there", async () => {
  const { messages, list, run } = begun();
  await messages.open(list, newest);
  for (let id = 10_001; id < 13_000; id += 1) messages.apply(arrival(id));
  messages.list(topic("dinner"));
  messages.tidy();
  expect(list.run.peek()).toMatchObject({ hasOldest: false, hasNewest: true });
  expect(list.run.peek()?.ids.length).toBe(500);
  expect(run()?.ids.at(-1)).toBe(12_999);
});

test("a list that was left in the middle of its history is fetched again", async () => {
  const { messages, list } = begun();
  await messages.open(list, { anchor: 3000, before: 2000, after: 0 });
  messages.list(topic("dinner"));
  messages.tidy();
  expect(list.run.peek()).toBeUndefined();
});

test("an open list keeps the messages around its visible part, and extends from there without a gap", async () => {
  const { messages, list, run } = begun();
  await messages.open(list, { anchor: 5000, before: 4000, after: 0 });
  messages.shorten(list, 2000, 2150);
  expect(run()).toMatchObject({ hasOldest: false, hasNewest: false });
  expect([run()?.ids[0], run()?.ids.at(-1)]).toEqual([1500, 2650]);
  messages.apply(arrival(10_001));
  expect(run()?.ids.at(-1)).toBe(2650);
  await messages.extend(list, "newer", 100);
  await messages.extend(list, "older", 100);
  const ids = run()?.ids ?? [];
  expect([ids[0], ids.at(-1), ids.length]).toEqual([1400, 2750, 1351]);
});

test("a fetched page is dropped if its end of the list was removed in the meantime", async () => {
  const { messages, list, run } = begun();
  await messages.open(list, { anchor: 5000, before: 4000, after: 0 });
  const older = messages.extend(list, "older", 100);
  messages.shorten(list, 3000, 3100);
  await older;
  const ids = run()?.ids ?? [];
  expect([ids[0], ids.at(-1), ids.length]).toEqual([2500, 3600, 1101]);
});

test("after missed events a list shows its messages until it is fetched again, and ignores older answers", async () => {
  let answer: () => void = () => undefined;
  let isHeld = false;
  const { messages, list, run } = begun(async (narrow, window) => {
    if (isHeld)
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    return pages(narrow, window);
  });
  await messages.open(list, newest);
  isHeld = true;
  const older = messages.extend(list, "older", 100);
  messages.distrust();
  answer();
  await older;
  expect([run()?.isStale, run()?.ids.length]).toEqual([true, 101]);
  isHeld = false;
  await messages.open(list, { anchor: 9950, before: 10, after: 10 });
  expect([run()?.isStale, run()?.ids.length]).toEqual([false, 21]);
});
