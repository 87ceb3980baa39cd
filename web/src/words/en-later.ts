/** Words for reminders and summaries. */
export const laterWords = {
  note: "Note to yourself",
  noReminders: "Messages that you want to be reminded of wait here.",
  pong: "The server answers.",
  remindAt: "Remind me at",
  reminderRemoved: "The reminder is removed.",
  reminderSet: (time: string) => `You will be reminded on ${time}.`,
  set: "Remind me",
  summaryOf: (name: string) => `Summary of ${name}`,
  takesTime: "This may take a few seconds…",
};
