import { plural } from "./plural";

/** Hints in the compose box about whom a message would notify. */
export const mentionNotes = {
  add: "Add to channel",
  added: (names: string, channel: string) => `${names} added to #${channel}.`,
  notInChannel: (names: readonly string[], channel: string) =>
    `${names.join(", ")} ${plural(names.length, "isn’t", "aren’t")} in #${channel}, so this won’t notify them.`,
  notifiesAll: (count: number) => `This notifies everyone in the channel: ${count} people.`,
};
