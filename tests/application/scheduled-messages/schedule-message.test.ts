import { listScheduledMessages } from "../../../src/application/scheduled-messages/list-scheduled-messages";
import {
  type NewScheduledMessage,
  scheduleMessage,
} from "../../../src/application/scheduled-messages/schedule-message";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben"] }, secret: { privacy: "private", of: ["cleo"] } },
  });
const someday = 4_000_000_000;
const message = (more: Partial<NewScheduledMessage> = {}): NewScheduledMessage => ({
  kind: "channel",
  to: 1,
  topic: "plans",
  content: "later",
  deliverAt: someday,
  readBySender: false,
  ...more,
});

test("a scheduled message is stored with its HTML and the program that sent it", async () => {
  const { ben, lunch, eventsOf } = await realm();
  const events = await eventsOf(() => ben.does(scheduleMessage, message({ to: lunch, content: "a < b" })));
  const scheduled = {
    id: 1,
    deliverAt: someday,
    place: { kind: "channel", channelId: lunch, topic: "plans" },
    content: "a < b",
    renderedContent: "<p>a &lt; b</p>",
    client: "test",
    readBySender: false,
    failure: null,
  };
  expect(events).toEqual([{ type: "scheduled_set", userId: ben.id, isNew: true, scheduled }]);
});

test("the earliest comes first, and only its author has it", async () => {
  const { ben, cleo } = await realm();
  const first = await ben.does(scheduleMessage, message());
  const direct = message({ kind: "direct", to: [cleo.id], deliverAt: someday - 5 });
  const second = await ben.does(scheduleMessage, direct);
  expect((await ben.does(listScheduledMessages)).map(({ id }) => id)).toEqual([second, first]);
  expect(await cleo.does(listScheduledMessages)).toEqual([]);
});

test("a message that could not be sent now can't be scheduled", async () => {
  const { ben, cleo, secret, eventsOf } = await realm();
  const refused: readonly (readonly [Partial<NewScheduledMessage>, string])[] = [
    [{ deliverAt: 1_000_000_000 }, "Scheduled delivery time must be in the future."],
    [{ deliverAt: 1e12 }, "Scheduled delivery time must be before the year 10000."],
    [{ content: " " }, "Message must not be empty"],
    [{ content: "a\0" }, "Message must not contain null bytes"],
    [{ to: [1] }, "Invalid data type for channel ID"],
    [{ kind: "direct", to: cleo.id }, "Invalid data type for recipients"],
    [{ to: secret }, `Channel with ID '${secret}' does not exist`],
    [{ to: 999 }, "Channel with ID '999' does not exist"],
    [{ kind: "direct", to: [999] }, "Invalid user ID 999"],
  ];
  const events = await eventsOf(async () => {
    for (const [more, text] of refused)
      expect(await ben.isRefused(scheduleMessage, message(more))).toBe(text);
  });
  expect(events).toEqual([]);
});

test("requires a future delivery time, however close", async () => {
  const { ben, clock } = await realm();
  const now = clock.now() / 1000;
  expect(await ben.isRefused(scheduleMessage, message({ deliverAt: now }))).toBe(
    "Scheduled delivery time must be in the future.",
  );
  await ben.does(scheduleMessage, message({ deliverAt: now + 1 }));
});

test("a message is read for its sender if they say so, or unless it is to themselves", async () => {
  const { ben, cleo } = await realm();
  const toSelf = { kind: "direct", to: [ben.id] } as const;
  for (const more of [
    { readBySender: true },
    { readBySender: "unless to self" },
    { ...toSelf, readBySender: "unless to self" },
    { kind: "direct", to: [cleo.id], readBySender: "unless to self" },
    { ...toSelf, readBySender: true },
  ] as const)
    await ben.does(scheduleMessage, message(more));
  const read = (await ben.does(listScheduledMessages)).map(({ readBySender }) => readBySender);
  expect(read).toEqual([true, true, false, true, true]);
});

test("a user has at most 200 scheduled messages", async () => {
  const { ben, append } = await realm();
  const scheduled = {
    deliverAt: someday,
    place: { kind: "channel", channelId: 1, topic: "plans" },
    content: "x",
    renderedContent: "x",
    client: "test",
    readBySender: false,
    failure: null,
  } as const;
  const events = Array.from({ length: 200 }, (_, index) => ({
    type: "scheduled_set" as const,
    userId: ben.id,
    isNew: true,
    scheduled: { id: 1000 + index, ...scheduled },
  }));
  await append(...events);
  expect(await ben.isRefused(scheduleMessage, message())).toBe(
    "You can have at most 200 scheduled messages.",
  );
});
