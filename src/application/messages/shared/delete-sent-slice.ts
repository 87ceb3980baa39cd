import type { MessageId, UserId } from "../../../domain/ids";
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

/** A deletion of messages that some users sent: those with ids up to `upTo`, and for the first user only ids above `after`. */
export interface SentMessagesDeletion extends SentKinds {
  readonly userIds: readonly UserId[];
  readonly after: MessageId;
  readonly upTo: MessageId;
}

/** Messages examined in one commit, so that other changes get their turn in between. */
const sentInASlice = 1000;
/** A search counts as at least this many messages, because even an empty one costs something. */
const leastOfASearch = 20;

/** The first messages of a deletion. */
interface SentSlice {
  /** By sender. */
  readonly found: ReadonlyMap<UserId, readonly MessagePlace[]>;
  /** The deletion that remains; undefined if this completes it. */
  readonly rest: SentMessagesDeletion | undefined;
}

/** Deletes the first of the messages. Returns the deletion that remains; undefined if it is complete. */
export const deleteSentSlice = async (
  tx: Transaction,
  deletion: SentMessagesDeletion,
): Promise<SentMessagesDeletion | undefined> => {
  const { found, rest } = await findSentSlice(tx, deletion);
  for (const event of await deletionsOf(tx, [...found.values()].flat())) tx.append(event);
  return rest;
};

/** Finds the messages that one commit deletes. */
export const findSentSlice = async (tx: Transaction, deletion: SentMessagesDeletion): Promise<SentSlice> => {
  const { userIds, after, upTo, ...kinds } = deletion;
  const found = new Map<UserId, readonly MessagePlace[]>();
  let room = sentInASlice;
  let first = after;
  let done = 0;
  for (const userId of userIds) {
    if (room <= 0) break;
    const sent = await tx.messages.sentBy(tx.state.realm.id, userId, first, room);
    found.set(
      userId,
      sent.filter((message) => message.id <= upTo && isChosen(tx.state, message, kinds)),
    );
    const last = sent.at(-1)?.id ?? upTo;
    const isComplete = sent.length < room || last >= upTo;
    room -= Math.max(sent.length, leastOfASearch);
    first = isComplete ? 0 : last;
    if (isComplete) done += 1;
  }
  const isOver = done === userIds.length;
  return { found, rest: isOver ? undefined : { ...deletion, userIds: userIds.slice(done), after: first } };
};

const isChosen = (state: RealmState, { conversation }: MessagePlace, kinds: SentKinds): boolean => {
  if (conversation.kind === "direct") return kinds.deleteDirectMessages;
  return state.channels.get(conversation.channelId)?.privacy === "private"
    ? kinds.deletePrivateChannelMessages
    : kinds.deletePublicChannelMessages;
};
