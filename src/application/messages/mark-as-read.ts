import { type Either, isLeft, right } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import * as ranges from "../../domain/id-ranges";
import { type MessageHead, normalizeTopic } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import { channelToRead } from "../channels/find-channel";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./apply-flag";
import { statesByConversation, stillThere } from "./message-access";
import { beyondNewest } from "./message-page";

interface Ports {
  readonly inTransaction: InTransaction;
}

interface ChannelPorts extends Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** Marks everything that the caller has as read, however much it is. */
export const markAllAsRead =
  ({ inTransaction }: Ports) =>
  (caller: Caller): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const states = await tx.readStates.allStatesOf(caller.realmId, caller.userId);
      const all = [[0, tx.nextMessageId]] as const;
      const unread = states.filter(
        ({ received, read }) => ranges.difference(ranges.intersection(received, all), read).length > 0,
      );
      if (unread.length > 0)
        tx.append({
          type: "message_flags_changed",
          userId: caller.userId,
          op: "add",
          flag: "read",
          messageIds: [],
          messages: [],
          isAll: true,
          ranges: unread.map(({ conversationId }) => ({ conversationId, ids: all })),
        });
      return right(undefined);
    });

/** The newest unread messages that one request marks: more than any client knows of. */
const mostUnread = 50_000;
/** Messages that one commit marks. */
const sliceSize = 5000;

/**
 * Marks a channel as read, or one topic of it. What is unread is found outside of the lane, and marked in slices, so that
 * nobody's change waits for it.
 */
export const markChannelAsRead =
  ({ inTransaction, directory, messages, clock }: ChannelPorts) =>
  (caller: Caller, channelId: number, topic?: string): Result<void> =>
  async () => {
    const { realmId, userId } = caller;
    const state = await directory.newest(realmId);
    const reader = readerIn(state, caller, channelId, clock.now());
    if (isLeft(reader)) return reader;
    const unread = await unreadIn(messages, caller, channelId, topic);
    for (let end = unread.length; end > 0; end -= sliceSize) {
      const found = { position: state.position, messages: unread.slice(Math.max(0, end - sliceSize), end) };
      const marked = await inTransaction(caller, (tx) => async () => {
        const user = readerIn(tx.state, caller, channelId, tx.now);
        if (isLeft(user)) return user;
        const slice = await stillThere(tx, user.right, found);
        const states = await statesByConversation(tx.readStates, realmId, userId, slice);
        await applyFlag({ tx, realmId, userId, op: "add", messages: slice, states }, "read");
        return right(undefined);
      })();
      if (isLeft(marked)) return marked;
    }
    return right(undefined);
  };

/** The caller, if they may read the channel. */
const readerIn = (
  state: RealmState,
  caller: Caller,
  channelId: number,
  now: number,
): Either<ApiError, User> => {
  const user = callerIn(state, caller);
  if (isLeft(user)) return user;
  const channel = channelToRead(state, user.right, channelId, now);
  return isLeft(channel) ? channel : user;
};

const unreadIn = async (
  messages: MessageReader,
  { realmId, userId }: Caller,
  channelId: number,
  topic: string | undefined,
): Promise<readonly MessageHead[]> => {
  const found = await messages.heads(realmId, {
    scope: { kind: "received", userId },
    narrow: [
      { operator: "unread", userId, negated: false },
      { operator: "channel", channelId, negated: false },
      ...(topic === undefined
        ? []
        : [{ operator: "topic", topic: normalizeTopic(topic), negated: false } as const]),
    ],
    anchor: beyondNewest,
    before: mostUnread,
    after: 0,
  });
  return found.before;
};
