import { cancelScheduledMessage } from "../../../src/application/scheduled-messages/cancel-scheduled-message";
import { listScheduledMessages } from "../../../src/application/scheduled-messages/list-scheduled-messages";
import { scheduleMessage } from "../../../src/application/scheduled-messages/schedule-message";
import { memoryRealm } from "../../support/application/memory-realm";

test("a scheduled message can be canceled once, by its author", async () => {
  const { ben, cleo, clock, eventsOf, services } = await memoryRealm({
    people: { ben: "member", cleo: "member" },
  });
  const soon = clock.now() / 1000 + 60;
  const message = { kind: "direct", to: [cleo.id], topic: "", content: "later", deliverAt: soon } as const;
  const id = await ben.does(scheduleMessage, { ...message, readBySender: false });
  const missing = "Scheduled message does not exist";
  expect(await cleo.isRefused(cancelScheduledMessage, id)).toBe(missing);
  const events = await eventsOf(() => ben.does(cancelScheduledMessage, id));
  expect(events).toEqual([{ type: "scheduled_removed", userId: ben.id, scheduledId: id }]);
  expect(await ben.isRefused(cancelScheduledMessage, id)).toBe(missing);
  expect(await ben.does(listScheduledMessages)).toEqual([]);
  clock.advance(60_000);
  expect(await eventsOf(() => services.jobRunner.runDue())).toEqual([]);
});
