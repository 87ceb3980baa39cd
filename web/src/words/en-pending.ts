/** Text for drafts and for messages to be sent later. */
export const pendingWords = {
  scheduledFor: (time: string) => `Scheduled for ${time}.`,
  otherTime: "Another time",
  changeTime: (time: string) => `${time}: change`,
  keepWriting: "Keep writing",
  noDrafts: "Messages you start and don’t send are saved here.",
  noScheduled: "Messages you schedule appear here until they are sent.",
  nowhere: "No recipient yet",
  onlyHere: "On this device",
  schedule: "Schedule",
  sendAt: "Send at",
  sendNow: "Send now",
  tooSoon: "Choose a time in the future.",
  unschedule: "Move to drafts",
};
