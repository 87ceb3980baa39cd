/** Text about moving topics and acting on them. */
export const topicWords = {
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
  topicDeleted: "Topic deleted.",
  topicPolicies: [
    "This topic follows its channel’s setting again.",
    "Topic muted.",
    "Topic unmuted.",
    "You are following this topic.",
  ] as readonly string[],
  topicResolved: "Topic marked as resolved.",
  topicUnresolved: "Topic marked as unresolved.",
  unmuteTopic: "Unmute topic",
};
