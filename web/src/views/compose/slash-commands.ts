/** Commands that turn a message into a widget or change how it is shown. */
const messageCommands = ["/me", "/poll", "/todo"];
/** Commands that the server runs for the user alone. */
const serverCommands = ["/ping", "/dark", "/light", "/fluid-width", "/fixed-width"];
export const commands = [...messageCommands, ...serverCommands];

/** Whether the text is a command rather than a message. */
export const isCommand = (content: string): boolean => serverCommands.includes(content.trim());
