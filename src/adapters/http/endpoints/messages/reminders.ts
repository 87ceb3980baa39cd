import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { addReminder } from "../../../../application/reminders/add-reminder";
import { listReminders } from "../../../../application/reminders/list-reminders";
import { removeReminder } from "../../../../application/reminders/remove-reminder";
import { reminderLimits } from "../../../../domain/reminders/reminder";
import { messageId, reminderId } from "../../../zulip-wire/codecs/named-parameters";
import { required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { textUpTo, unixSeconds } from "../../../zulip-wire/codecs/wire-type";
import { encodeReminder } from "../../../zulip-wire/encode/user-data";
import { done, endpoint } from "../../declaration/endpoint";

const listRemindersEndpoint = endpoint({
  method: "get",
  at: "/reminders",
  caller: "user",
  summary: "List the caller's reminders",
  path: {},
  params: {},
  response: { reminders: { type: "array", items: { type: "object" } } },
  use: listReminders,
  run: (listReminders, { caller }) =>
    pipe(
      listReminders(caller),
      TE.map((reminders) => ({
        reminders: reminders.map((reminder) => encodeReminder(reminder, caller.userId)),
      })),
    ),
});

const addReminderEndpoint = endpoint({
  method: "post",
  at: "/reminders",
  caller: "user",
  summary: "Set a reminder about a message; it arrives as a direct message",
  path: {},
  params: {
    message_id: required(messageId),
    scheduled_delivery_timestamp: required(unixSeconds),
    note: withDefault(textUpTo(reminderLimits.noteLength), ""),
  },
  response: { reminder_id: { type: "integer" } },
  use: addReminder,
  run: (addReminder, { caller }, input) =>
    pipe(
      addReminder(caller, {
        messageId: input.message_id,
        note: input.note.trim(),
        remindAt: input.scheduled_delivery_timestamp,
      }),
      TE.map((id) => ({ reminder_id: id })),
    ),
});

const removeReminderEndpoint = endpoint({
  method: "delete",
  at: "/reminders/{reminder_id}",
  caller: "user",
  summary: "Cancel a reminder",
  path: { reminder_id: required(reminderId) },
  params: {},
  response: {},
  use: removeReminder,
  run: (removeReminder, { caller }, { reminder_id }) => done(removeReminder(caller, reminder_id)),
});

export const reminderEndpoints = [listRemindersEndpoint, addReminderEndpoint, removeReminderEndpoint];
