import { tooLong } from "../input-refusals";
import { notFound, type RefusalIn } from "../refusal";

export type ReminderError = RefusalIn<typeof import("./refusals")>;

export const noSuchReminder = notFound("noSuchReminder", "Reminder does not exist");
export const reminderNoteTooLong = (limit: number) => tooLong("note", limit);
