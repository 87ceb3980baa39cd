import { listScheduledMessages } from "../../../src/application/scheduled-messages/list-scheduled-messages";
import { scheduleMessage } from "../../../src/application/scheduled-messages/schedule-message";
import { updateScheduledMessage } from "../../../src/application/scheduled-messages/update-scheduled-message";
import { memoryRealm } from "../../support/application/memory-realm";

const someday = 4_000_000_000;
const realm = async () => {
  const found = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben"] }, secret: { privacy: "private", of: ["cleo"] } },
  });
  const message = { kind: "channel", to: found.lunch, topic: "plans", content: "later" } as const;
  const id = await found.ben.does(scheduleMessage, { ...message, deliverAt: someday, readBySender: false });
  const stored = async () => (await found.ben.does(listScheduledMessages))[0];
  return { ...found, id, stored };
};

test("the destination, content and time change separately, each with an event", async () => {
  const { ben, cleo, owner, lunch, id, stored, eventsOf } = await realm();
  const inLunch = (topic: string) => ({ place: { kind: "channel", channelId: lunch, topic } });
  for (const [change, expected] of [
    [{ topic: "other" }, { ...inLunch("other"), content: "later" }],
    [{ content: "a < b" }, { ...inLunch("other"), content: "a < b", renderedContent: "<p>a &lt; b</p>" }],
    [{ deliverAt: someday + 9 }, { deliverAt: someday + 9, content: "a < b" }],
    [
      { kind: "direct", to: [cleo.id, owner.id] },
      { place: { kind: "direct", userIds: [owner.id, ben.id, cleo.id] } },
    ],
    [{ to: [ben.id] }, { place: { kind: "direct", userIds: [ben.id] } }],
    [{ kind: "channel", to: lunch, topic: "back" }, inLunch("back")],
  ] as const) {
    const events = await eventsOf(() => ben.does(updateScheduledMessage, id, change));
    expect(await stored()).toMatchObject(expected);
    expect(events).toEqual([
      { type: "scheduled_set", userId: ben.id, isNew: false, scheduled: await stored() },
    ]);
  }
});

test("an invalid change has no effect", async () => {
  const { ben, cleo, secret, lunch, id, stored } = await realm();
  const before = await stored();
  for (const [change, message] of [
    [{}, "Nothing to change"],
    [{ kind: "direct" }, "Recipient required when updating type of scheduled message."],
    [{ kind: "channel", to: lunch }, "Topic required when updating scheduled message type to channel."],
    [{ to: [cleo.id] }, "Invalid data type for channel ID"],
    [{ to: secret }, `Channel with ID '${secret}' does not exist`],
    [{ deliverAt: 5 }, "Scheduled delivery time must be in the future."],
    [{ content: "" }, "Message must not be empty"],
  ] as const)
    expect(await ben.isRefused(updateScheduledMessage, id, change)).toBe(message);
  expect(await stored()).toEqual(before);
});

test("nobody can change somebody else's message, or one that doesn't exist", async () => {
  const { ben, cleo, id } = await realm();
  const missing = "Scheduled message does not exist";
  expect(await cleo.isRefused(updateScheduledMessage, id, { content: "x" })).toBe(missing);
  expect(await ben.isRefused(updateScheduledMessage, 9999, { content: "x" })).toBe(missing);
});

test("rescheduling a failed message makes it pending again", async () => {
  const { ben, id, stored, append } = await realm();
  const before = await stored();
  if (before === undefined) throw new Error("There is no scheduled message");
  const failed = { ...before, failure: "You are not subscribed" };
  await append({ type: "scheduled_set", userId: ben.id, scheduled: failed, isNew: false });
  expect(await ben.isRefused(updateScheduledMessage, id, { content: "again" })).toBe(
    "Scheduled delivery time must be in the future.",
  );
  await ben.does(updateScheduledMessage, id, { content: "again", deliverAt: someday });
  expect(await stored()).toMatchObject({ failure: null, content: "again" });
});
