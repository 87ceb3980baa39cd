/** Text about saved snippets in the compose box. */
export const snippetWords = {
  empty: "Save text you use often, and insert it into any message.",
  insert: "Insert a snippet",
  find: "Find a snippet",
  saveText: "Save this text as a snippet…",
  saved: (title: string) => `“${title}” is saved.`,
  save: "Save",
  snippets: "Snippets",
  text: "Text",
  title: "Title",
  write: "New snippet…",
};
