import type { RealmState } from "../../domain/realm-state";
import type { MessagePlace } from "../ports/message-scope";
import type { Transaction } from "../transaction";
import { deletionsOf } from "./deletion-events";

/** Which of the messages that somebody sent are to go. */
export interface SentKinds {
  readonly deletePublicChannelMessages: boolean;
  readonly deletePrivateChannelMessages: boolean;
  readonly deleteDirectMessages: boolean;
}

/** A deletion that goes through what somebody sent, with ids beyond `after` and up to `upTo`. */
export interface SentDeletion extends SentKinds {
  readonly userId: number;
  readonly after: number;
  readonly upTo: number;
}

/** Messages looked at in one commit, so that others get their turns in between. */
const sliceSize = 1000;

/** Deletes the first of the messages. @returns what is left to do; undefined where nothing is. */
export const deleteSent = async (
  tx: Transaction,
  deletion: SentDeletion,
): Promise<SentDeletion | undefined> => {
  const { userId, after, upTo, ...kinds } = deletion;
  if (!Object.values(kinds).includes(true)) return undefined;
  const sent = await tx.messages.sentBy(tx.state.realm.id, userId, after, sliceSize);
  const chosen = sent.filter((place) => place.id <= upTo && isChosen(tx.state, place, kinds));
  for (const event of await deletionsOf(tx, chosen)) tx.append(event);
  const last = sent.at(-1)?.id ?? upTo;
  return sent.length < sliceSize || last >= upTo ? undefined : { ...deletion, after: last };
};

const isChosen = (state: RealmState, { conversation }: MessagePlace, kinds: SentKinds): boolean => {
  if (conversation.kind === "direct") return kinds.deleteDirectMessages;
  return state.channels.get(conversation.channelId)?.privacy === "private"
    ? kinds.deletePrivateChannelMessages
    : kinds.deletePublicChannelMessages;
};
