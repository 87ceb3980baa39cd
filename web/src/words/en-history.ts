/** Text in a message’s edit history; some only for screen readers. */
export const historyWords = {
  deleted: "deleted: ",
  inserted: "inserted: ",
  channelChanged: (from: string, to: string) => `Channel: ${from} → ${to}`,
  editedBy: (name: string) => `Edited by ${name}`,
  movedBy: (name: string) => `Moved by ${name}`,
  topicChanged: (from: string, to: string) => `Topic: ${from} → ${to}`,
  unknownChannel: "a channel you can’t see",
};
