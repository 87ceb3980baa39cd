/** Text of the list of recent conversations. */
export const recentWords = {
  find: "Find a conversation",
  which: "Which conversations",
  kinds: { all: "All", unread: "Unread", mine: "I wrote in" },
};
