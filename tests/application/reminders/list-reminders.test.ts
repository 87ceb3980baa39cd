import { addReminder } from "../../../src/application/reminders/add-reminder";
import { listReminders } from "../../../src/application/reminders/list-reminders";
import { memoryRealm } from "../../support/application/memory-realm";

test("the earliest reminder comes first, and only its user has it", async () => {
  const { ben, cleo, lunch } = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben"] } },
  });
  const messageId = await ben.says(lunch);
  const second = await ben.does(addReminder, { messageId, note: "", remindAt: 4_000_000_009 });
  const first = await ben.does(addReminder, { messageId, note: "", remindAt: 4_000_000_001 });
  expect((await ben.does(listReminders)).map(({ id }) => id)).toEqual([first, second]);
  expect(await cleo.does(listReminders)).toEqual([]);
});
