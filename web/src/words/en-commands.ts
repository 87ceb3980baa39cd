/** What slash commands do, where they are suggested. */
export const commandWords: Readonly<Record<string, string>> = {
  "/me": "Say what you are doing",
  "/poll": "Ask for votes",
  "/todo": "Share a list of tasks",
  "/ping": "See how fast the server answers",
  "/dark": "Dark theme",
  "/light": "Light theme",
  "/fluid-width": "Use the whole width of the window",
  "/fixed-width": "Keep lines short",
};

/** The hint for text that only looks like a command. */
export const commandNotes = {
  notACommand: "This isn’t a command. It will be sent as a message.",
};

/** What fences make besides code, where they are suggested. */
export const fenceWords: Readonly<Record<string, string>> = {
  quote: "Quotation",
  spoiler: "Hidden until it is opened",
  math: "LaTeX formula",
};
