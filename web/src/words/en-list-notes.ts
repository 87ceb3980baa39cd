/** Text beside lists of messages. */
export const listNoteWords = {
  notJoined: "You aren’t in this channel.",
  storedOnly: "Without a connection, some messages may be missing here.",
};
