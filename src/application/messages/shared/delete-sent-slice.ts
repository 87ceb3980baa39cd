import type { UserId } from "../../../domain/ids";
import type { RealmState } from "../../../domain/state/realm-state";
import type { MessagePlace } from "../../ports/messages/message-scope";
import type { Transaction } from "../../transaction";
import { deletionsOf } from "./deletion-events";

/** Which of a user's sent messages to delete. */
export interface SentKinds {
  readonly deletePublicChannelMessages: boolean;
  readonly deletePrivateChannelMessages: boolean;
  readonly deleteDirectMessages: boolean;
}

/** A deletion of a user's sent messages with ids greater than `after`, up to `upTo`. */
export interface SentMessagesDeletion extends SentKinds {
  readonly userId: UserId;
  readonly after: number;
  readonly upTo: number;
}

/** Messages examined in one commit, so that other changes get their turn in between. */
export const sentInASlice = 1000;

/** What a slice did. */
interface DeletedSlice {
  readonly examined: number;
  /** The deletion that remains; undefined if it is complete. */
  readonly rest: SentMessagesDeletion | undefined;
}

/** Deletes the first of the messages, and examines at most `limit`. */
export const deleteSentSlice = async (
  tx: Transaction,
  deletion: SentMessagesDeletion,
  limit = sentInASlice,
): Promise<DeletedSlice> => {
  const { userId, after, upTo, ...kinds } = deletion;
  if (!Object.values(kinds).includes(true)) return { examined: 0, rest: undefined };
  if (limit === 0) return { examined: 0, rest: deletion };
  const sent = await tx.messages.sentBy(tx.state.realm.id, userId, after, limit);
  const chosen = sent.filter((place) => place.id <= upTo && isChosen(tx.state, place, kinds));
  for (const event of await deletionsOf(tx, chosen)) tx.append(event);
  const last = sent.at(-1)?.id ?? upTo;
  const isComplete = sent.length < limit || last >= upTo;
  return { examined: sent.length, rest: isComplete ? undefined : { ...deletion, after: last } };
};

const isChosen = (state: RealmState, { conversation }: MessagePlace, kinds: SentKinds): boolean => {
  if (conversation.kind === "direct") return kinds.deleteDirectMessages;
  return state.channels.get(conversation.channelId)?.privacy === "private"
    ? kinds.deletePrivateChannelMessages
    : kinds.deletePublicChannelMessages;
};
