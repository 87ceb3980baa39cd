import { subscribe } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { addReminder } from "../../../src/application/reminders/add-reminder";
import { listReminders } from "../../../src/application/reminders/list-reminders";
import { escapingRenderer } from "../../support/application/fakes";
import { joining } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = (renderer?: MessageRenderer) =>
  memoryRealm(
    {
      people: { ben: "member", cleo: "member" },
      channels: { lunch: { of: ["ben", "owner"] }, hidden: { privacy: "private", of: ["owner"] } },
    },
    renderer && { renderer },
  );
const remindAt = 4_000_000_000;

test("a reminder quotes the message, with a link and the note", async () => {
  const { ben, owner, lunch, eventsOf } = await realm();
  const messageId = await owner.says(lunch, "food", "soup");
  const events = await eventsOf(() => ben.does(addReminder, { messageId, note: "buy milk", remindAt }));
  const [reminder] = await ben.does(listReminders);
  expect(events).toEqual([{ type: "reminder_added", userId: ben.id, reminder }]);
  expect(reminder).toMatchObject({ messageId, note: "buy milk", remindAt });
  for (const part of ["buy milk", "soup", `/near/${messageId})`, `@_**Olive|${owner.id}**`])
    expect(reminder?.content).toContain(part);
});

test("a quote is fenced by more backticks than the message and the note contain", async () => {
  const { ben, owner, lunch } = await realm();
  const messageId = await owner.says(lunch, "food", "```\ncode\n```");
  await ben.does(addReminder, { messageId, note: "```quote\n@**all**", remindAt });
  const [reminder] = await ben.does(listReminders);
  expect(reminder?.content).toContain("````quote\n```\ncode\n```\n````");
  expect(reminder?.content).toContain("````quote\n```quote\n@**all**\n````");
});

test("requires a readable message, a future time and a short note", async () => {
  const { ben, owner, lunch, hidden, clock } = await realm();
  const messageId = await owner.says(hidden);
  expect(await ben.isRefused(addReminder, { messageId, note: "", remindAt })).toBe("Invalid message(s)");
  for (const missing of [999_999, -1])
    expect(await ben.isRefused(addReminder, { messageId: missing, note: "", remindAt })).toBe(
      "Invalid message(s)",
    );
  const readable = await owner.says(lunch);
  expect(
    await ben.isRefused(addReminder, { messageId: readable, note: "", remindAt: clock.now() / 1000 }),
  ).toBe("Scheduled delivery time must be in the future.");
  expect(await ben.isRefused(addReminder, { messageId: readable, note: "", remindAt: 1e12 })).toBe(
    "Scheduled delivery time must be before the year 10000.",
  );
  expect(await ben.isRefused(addReminder, { messageId: readable, note: "n".repeat(1001), remindAt })).toBe(
    "note is too long (limit: 1000 characters)",
  );
  expect(await ben.does(listReminders)).toEqual([]);
});

test("a message that its reader loses while the reminder is rendered gets none", async () => {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const { ben, owner, hidden } = await realm({
    version: 1,
    render: async (source, context) => {
      const now = meanwhile;
      meanwhile = undefined;
      await now?.();
      return escapingRenderer.render(source, context);
    },
  });
  await owner.does(subscribe, joining("hidden", { principals: [ben.id] }));
  const messageId = await owner.says(hidden);
  meanwhile = () => owner.does(unsubscribe, { channelNames: ["hidden"], principals: [ben.id] });
  expect(await ben.isRefused(addReminder, { messageId, note: "", remindAt })).toBe("Invalid message(s)");
  expect([meanwhile, await ben.does(listReminders)]).toEqual([undefined, []]);
});

test("a user has at most 200 reminders", async () => {
  const { ben, owner, lunch, append } = await realm();
  const messageId = await owner.says(lunch);
  const reminder = { messageId, content: "c", renderedContent: "c", note: "", remindAt };
  const events = Array.from({ length: 200 }, (_, index) => ({
    type: "reminder_added" as const,
    userId: ben.id,
    reminder: { id: 10_000 + index, ...reminder },
  }));
  await append(...events);
  expect(await ben.isRefused(addReminder, { messageId, note: "", remindAt })).toBe(
    "You can have at most 200 reminders.",
  );
});
