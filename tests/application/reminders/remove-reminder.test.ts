import { addReminder } from "../../../src/application/reminders/add-reminder";
import { removeReminder } from "../../../src/application/reminders/remove-reminder";
import { memoryRealm } from "../../support/application/memory-realm";

test("a reminder can be canceled once, by its user, and isn't sent then", async () => {
  const { ben, cleo, lunch, clock, eventsOf, services } = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben"] } },
  });
  const remindAt = clock.now() / 1000 + 60;
  const id = await ben.does(addReminder, { messageId: await ben.says(lunch), note: "", remindAt });
  expect(await cleo.isRefused(removeReminder, id)).toBe("Reminder does not exist");
  const events = await eventsOf(() => ben.does(removeReminder, id));
  expect(events).toEqual([{ type: "reminder_removed", userId: ben.id, reminderId: id }]);
  expect(await ben.isRefused(removeReminder, id)).toBe("Reminder does not exist");
  clock.advance(60_000);
  expect(await eventsOf(() => services.jobRunner.runDue())).toEqual([]);
});
