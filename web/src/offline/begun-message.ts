import { keyOfBegun } from "./draft-keys";
import type { Drafts } from "./drafts";

/** The recipients chosen for a message so far. */
export interface BegunMessage {
  readonly channelId?: number | undefined;
  readonly topic: string;
  readonly people: readonly number[];
}

/** The recipients of a draft without a place. A message without text goes to the open channel. */
export const begunMessage = (
  drafts: Pick<Drafts, "textOf">,
  draftKey: string,
  channelId?: number,
): BegunMessage => {
  const stored = drafts.textOf(keyOfBegun(draftKey));
  if (drafts.textOf(draftKey) === "") return { channelId, topic: "", people: [] };
  return stored === "" ? { topic: "", people: [] } : JSON.parse(stored);
};

/** Remembers where a draft is to go. */
export const rememberBegun = (drafts: Pick<Drafts, "write">, draftKey: string, begun: BegunMessage): void =>
  drafts.write(keyOfBegun(draftKey), undefined, JSON.stringify(begun));

/** Removes a draft and where it was to go. */
export const discardBegun = (drafts: Pick<Drafts, "write">, draftKey: string): void => {
  for (const key of [draftKey, keyOfBegun(draftKey)]) drafts.write(key, undefined, "");
};
