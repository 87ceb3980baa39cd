import { recordOf } from "../../../domain/codec/record-of";

const choices = [
  "applyMarkdown",
  "clientGravatar",
  "includeSubscribers",
  "slimPresence",
  // Capabilities.
  "emptyTopicName",
  "bulkMessageDeletion",
  "streamTypingNotifications",
  "includeDeactivatedGroups",
  "archivedChannels",
  "userListIncomplete",
  "simplifiedPresence",
  "individualEmojiChanges",
  "linkifierUrlTemplate",
] as const;

/** How a client wants its events, as it registered. Stored with the queue. */
export type Presentation = Readonly<Record<(typeof choices)[number], boolean>>;

const keys = new WeakMap<Presentation, string>();

/** A text that is equal for clients that want their events alike. */
export const presentationKey = (presentation: Presentation): string => {
  const before = keys.get(presentation);
  if (before !== undefined) return before;
  const key = choices.map((name) => (presentation[name] ? "1" : "0")).join("");
  keys.set(presentation, key);
  return key;
};

const known = new WeakMap<object, Presentation>();

/** Reads what a queue stores. A choice that the version before this one didn't know is false. */
export const presentationOf = (stored: Readonly<Record<string, unknown>>): Presentation => {
  const before = known.get(stored);
  if (before !== undefined) return before;
  const presentation = recordOf(choices, (name) => stored[name] === true);
  known.set(stored, presentation);
  return presentation;
};
