import { map } from "fp-ts/TaskEither";
import { addReminder, listReminders, removeReminder } from "../../../application/reminders/keep-reminders";
import { type Reminder, reminderLimits } from "../../../domain/reminder";
import { messageId, reminderId } from "../codecs/naming";
import { required, withDefault } from "../codecs/parameter";
import { textUpTo, unixSeconds } from "../codecs/wire-type";
import { encodeReminder } from "../encode/personal";
import { done, endpoint } from "../endpoint";

const listRemindersEndpoint = endpoint({
  method: "get",
  at: "/reminders",
  caller: "user",
  summary: "The caller's reminders of messages",
  path: {},
  params: {},
  response: { reminders: { type: "array", items: { type: "object" } } },
  use: listReminders,
  run: (listReminders, { caller }) =>
    map((reminders: readonly Reminder[]) => ({
      reminders: reminders.map((one) => encodeReminder(one, caller.userId)),
    }))(listReminders(caller)),
});

const addReminderEndpoint = endpoint({
  method: "post",
  at: "/reminders",
  caller: "user",
  summary: "Be reminded of a message at a time, by a direct message",
  path: {},
  params: {
    message_id: required(messageId),
    scheduled_delivery_timestamp: required(unixSeconds),
    note: withDefault(textUpTo(reminderLimits.noteLength), ""),
  },
  response: { reminder_id: { type: "integer" } },
  use: addReminder,
  run: (addReminder, { caller }, given) =>
    map((id: number) => ({ reminder_id: id }))(
      addReminder(caller, {
        messageId: given.message_id,
        note: given.note.trim(),
        remindAt: given.scheduled_delivery_timestamp,
      }),
    ),
});

const removeReminderEndpoint = endpoint({
  method: "delete",
  at: "/reminders/{reminder_id}",
  caller: "user",
  summary: "Take a reminder back",
  path: { reminder_id: required(reminderId) },
  params: {},
  response: {},
  use: removeReminder,
  run: (removeReminder, { caller }, { reminder_id }) => done(removeReminder(caller, reminder_id)),
});

export const reminderEndpoints = [listRemindersEndpoint, addReminderEndpoint, removeReminderEndpoint];
