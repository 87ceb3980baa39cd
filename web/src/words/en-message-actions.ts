/** Text about what can be done with a message. */
export const messageActionWords = {
  addReminder: "Remind me",
  alreadyDeleted: "The message was already deleted.",
  copyLink: "Copy link to message",
  deleteQuestion: "Delete this message for everyone?",
  hideMuted: "Hide this message again",
  markUnreadFromHere: "Mark unread from here",
  markedUnread: "Marked as unread from here.",
  quote: "Quote and reply",
  quoteHeading: (mention: string, link: string) => `${mention} [said](${link}):`,
  showMuted: "Show this message",
  source: "Message source",
  viewSource: "View message source",
  unstar: "Remove star",
  unstarred: "Star removed.",
};
