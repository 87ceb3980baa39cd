/** Text of the list of recent conversations. */
export const recentWords = {
  find: "Find a conversation",
  which: "Which conversations",
  all: "All",
  mine: "I wrote in",
  unread: "Unread",
};
