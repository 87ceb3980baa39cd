/** Commands that turn a message into a widget. */
const widgetCommands = ["/poll", "/todo"];
/** Commands that turn a message into a widget or change how it is shown. */
const messageCommands = ["/me", ...widgetCommands];
/** Commands that the server runs for the user alone. */
const serverCommands = ["/ping", "/dark", "/light", "/fluid-width", "/fixed-width"];
export const commands = [...messageCommands, ...serverCommands];

/** Whether the text is a command rather than a message. */
export const isCommand = (content: string): boolean => serverCommands.includes(content.trim());

/** Whether a link to a file would spoil the text: it would end a command, or become an option of a poll. */
export const goesWithoutFiles = (content: string): boolean =>
  isCommand(content) || widgetCommands.includes(/^\S*/.exec(content.trim())?.[0] ?? "");

/**
 * Whether the text looks like a command but is none, such as `/nonsense` and `/dark now`; paths such as `/etc/hosts` don't. What may
 * still become a command isn't one yet.
 */
export const isUnknownCommand = (content: string): boolean => {
  const text = content.trim();
  const [word = ""] = /^\/[a-z][a-z-]*(?=\s|$)/i.exec(text) ?? [];
  const isBegun = word === text && commands.some((name) => name.startsWith(word));
  return word !== "" && !isBegun && !messageCommands.includes(word);
};
