/** Text beside lists of messages. */
export const listNoteWords = {
  notJoined: "You aren’t in this channel.",
};
