/** Text about marking everything as read. */
export const readAllWords = {
  readAll: "Mark all as read",
  /** `isMore`: there are more than those. */
  readAllQuestion: (count: number, isMore: boolean) =>
    isMore
      ? `Mark more than ${count.toLocaleString()} messages as read? This can’t be undone.`
      : `Mark ${count.toLocaleString()} messages as read?`,
};
