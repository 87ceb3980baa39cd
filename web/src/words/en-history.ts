/** Text that screen readers hear with a message's edit history. */
export const historyWords = {
  deleted: "deleted: ",
  inserted: "inserted: ",
};
