import type { Message } from "../wire/wire";

/** The key of an unsaved edit. If the message has changed since, a new edit begins. */
export const editKeyOf = ({
  id,
  last_edit_timestamp: edited = 0,
}: Pick<Message, "id" | "last_edit_timestamp">): string => `edit ${id} ${edited}`;

/** The key under which files are uploaded for a message that is still to be sent; its text is in the outbox. */
export const unsentKeyOf = (key: string): string => `unsent ${key}`;

export const isUnsentKey = (key: string): boolean => key.startsWith("unsent ");

export const isEditKey = (key: string): boolean => key.startsWith("edit ");

/** The key of a message that forwards another, so that its quotation appears in no other message. */
export const forwardKeyOf = (id: number): string => `forward ${id}`;

/** Whether it is the key of a message whose place was still to be chosen. */
export const isNewKey = (key: string): boolean => key.startsWith("new ");

/** The key of where a draft goes, if its own key doesn't say it all. */
export const keyOfRecipients = (draftKey: string): string => `to ${draftKey}`;

/** The key of a note that the server has a draft as this device stores it. */
export const keyOfSaved = (draftKey: string): string => `saved ${draftKey}`;

/** The key of a note of what the server had when a draft was begun here. */
export const keyOfBase = (draftKey: string): string => `base ${draftKey}`;

/** Whether it is the key of a note about a draft. */
export const isNoteKey = (key: string): boolean => /^(to|saved|base) /.test(key);

export const isForwardKey = (key: string): boolean => key.startsWith("forward ");

/** The id of the message that was changed. */
export const messageOfEdit = (key: string): number => Number(key.split(" ")[1]);
