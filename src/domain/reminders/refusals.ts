import { notFound, type RefusalIn } from "../refusal";

export type ReminderError = RefusalIn<typeof import("./refusals")>;

export const noSuchReminder = notFound("noSuchReminder", "Reminder does not exist");
