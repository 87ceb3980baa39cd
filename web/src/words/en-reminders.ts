/** Text for reminders and summaries. */
export const reminderWords = {
  note: "Note to yourself",
  noReminders: "Messages you asked to be reminded about appear here.",
  pong: "The server responded.",
  remindAt: "Remind me at",
  reminderRemoved: "Reminder removed.",
  reminderSet: (time: string) => `Reminder set for ${time}.`,
  set: "Remind me",
  summaryOf: (name: string) => `Summary of ${name}`,
  takesTime: "This may take a few seconds…",
};
