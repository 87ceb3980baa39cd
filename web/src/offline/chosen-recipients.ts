import { keyOfRecipients } from "./draft-keys";
import type { Drafts } from "./drafts";

/** The recipients chosen for a message so far. */
export interface ChosenRecipients {
  readonly channelId?: number | undefined;
  readonly topic: string;
  readonly people: readonly number[];
}

/** The recipients of a draft without a place. A message without text goes to the open channel. */
export const chosenRecipients = (
  drafts: Pick<Drafts, "textOf">,
  draftKey: string,
  channelId?: number,
): ChosenRecipients => {
  const stored = drafts.textOf(keyOfRecipients(draftKey));
  if (drafts.textOf(draftKey) === "") return { channelId, topic: "", people: [] };
  return stored === "" ? { topic: "", people: [] } : JSON.parse(stored);
};

/** Remembers where a draft is to go. */
export const rememberRecipients = (
  drafts: Pick<Drafts, "write">,
  draftKey: string,
  chosen: ChosenRecipients,
): void => drafts.write(keyOfRecipients(draftKey), undefined, JSON.stringify(chosen));

/** Removes a draft and where it was to go. */
export const discardUnaddressed = (drafts: Pick<Drafts, "write">, draftKey: string): void => {
  for (const key of [draftKey, keyOfRecipients(draftKey)]) drafts.write(key, undefined, "");
};
