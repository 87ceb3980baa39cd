import { plural } from "./plural";

/** Text about moving topics and acting on them. */
export const topicWords = {
  areUnread: (count: number, total = count) =>
    count === total
      ? `${count.toLocaleString()} ${plural(count, "message is", "messages are")} unread.`
      : `${count.toLocaleString()} of ${total.toLocaleString()} messages are unread.`,
  goOn: "Continue",
  markingUnread: (count: number, total?: number) =>
    total === undefined
      ? `Marking as unread: ${count.toLocaleString()}…`
      : `Marking as unread: ${count.toLocaleString()} of ${total.toLocaleString()}…`,
  markedRead: "Marked as read.",
  markUnread: "Mark as unread",
  summarize: "Summarize",
  copyTopicLink: "Copy link to topic",
  deleteTopic: "Delete topic",
  deleteTopicQuestion: (name: string) => `Delete “${name}” and all of its messages for everyone?`,
  move: "Move",
  moved: "Moved.",
  moveTopic: "Move or rename topic",
  noSuchTopic: "This topic no longer exists.",
  renameTopic: "Rename topic",
  tooMuchSince: "Too much has been written in both topics since, so nothing was moved back.",
  topicDeleted: "Topic deleted.",
  topicPolicies: [
    "This topic follows its channel’s setting again.",
    "Topic muted.",
    "Topic unmuted.",
    "You are following this topic.",
  ] as readonly string[],
  isResolved: "This topic is marked as resolved.",
  topicResolved: "Topic marked as resolved.",
  topicUnresolved: "Topic marked as unresolved.",
  unmuteTopic: "Unmute topic",
};
