import { plural } from "./plural";

/** Text for drafts and for messages to be sent later. */
export const pendingWords = {
  scheduledFor: (time: string) => `Scheduled for ${time}.`,
  otherTime: "Another time",
  failedHere: (count: number) =>
    `${plural(count, "A message", `${count} messages`)} scheduled here couldn’t be sent.`,
  failedSince: (count: number) =>
    `${plural(count, "A scheduled message", `${count} scheduled messages`)} couldn’t be sent.`,
  isUnknown: "You’re offline, so it isn’t known yet whether this was sent.",
  scheduledHere: (count: number, next: string) =>
    count === 1
      ? `A message is scheduled here for ${next}.`
      : `${count} messages are scheduled here, the next one for ${next}.`,
  viewScheduled: "View scheduled messages",
  wereSent: (count: number, time: string) =>
    count === 1 ? `Your message scheduled for ${time} was sent.` : `${count} scheduled messages were sent.`,
  changeTime: (time: string) => `${time}: change`,
  keepWriting: "Keep writing",
  noDrafts: "Messages you start and don’t send are saved here.",
  noScheduled: "Messages you schedule appear here until they are sent.",
  nowhere: "No recipient yet",
  onlyHere: "On this device",
  schedule: "Schedule",
  scheduledIsGone: "A scheduled message is gone, and what you were changing is a draft now.",
  sendAt: "Send at",
  sendNow: "Send now",
  tooSoon: "Choose a time in the future.",
  unschedule: "Move to drafts",
};
