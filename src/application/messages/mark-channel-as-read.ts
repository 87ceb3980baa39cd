import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { ApiError } from "../../domain/errors";
import type { ChannelId } from "../../domain/ids";
import { type MessageHead, normalizeTopic } from "../../domain/messages/message";
import type { NarrowTerm } from "../../domain/narrow/narrow";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { channelToRead } from "../access/find-channel";
import { statesByConversation, stillReadable } from "../access/message-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./internal/apply-flag";
import { beyondNewest } from "./shared/message-page";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** Most unread messages that one request marks: more than any client loads. */
const maxUnread = 50_000;
/** Messages marked in one commit. */
const sliceSize = 5000;

/**
 * Marks a channel, or one of its topics, as read. Unread messages are found outside the lane and marked in slices, so
 * that other changes don't have to wait.
 */
export const markChannelAsRead =
  ({ inTransaction, directory, messages, clock }: Ports) =>
  (caller: Caller, channelId: ChannelId, topic?: string): Result<void> =>
  async () => {
    const { realmId, userId } = caller;
    const state = await directory.newest(realmId);
    const reader = readerIn(state, caller, channelId, clock.now());
    if (E.isLeft(reader)) return reader;
    const unread = await unreadMessages(messages, caller, channelId, topic);
    for (let end = unread.length; end > 0; end -= sliceSize) {
      const found = { position: state.position, messages: unread.slice(Math.max(0, end - sliceSize), end) };
      const marked = await inTransaction(caller, (tx) => async () => {
        const user = readerIn(tx.state, caller, channelId, tx.now);
        if (E.isLeft(user)) return user;
        const slice = await stillReadable(tx, user.right, found);
        const states = await statesByConversation(tx.readStates, realmId, userId, slice);
        await applyFlag({ tx, realmId, userId, op: "add", messages: slice, states }, "read");
        return E.right(undefined);
      })();
      if (E.isLeft(marked)) return marked;
    }
    return E.right(undefined);
  };

/** The caller, if they may read the channel. */
const readerIn = (
  state: RealmState,
  caller: Caller,
  channelId: ChannelId,
  now: number,
): E.Either<ApiError, User> =>
  pipe(
    callerIn(state, caller),
    E.chainFirst((user) => channelToRead(state, user, channelId, now)),
  );

const unreadMessages = async (
  messages: MessageReader,
  { realmId, userId }: Caller,
  channelId: ChannelId,
  topic: string | undefined,
): Promise<readonly MessageHead[]> => {
  const inTopic: readonly NarrowTerm[] =
    topic === undefined ? [] : [{ operator: "topic", topic: normalizeTopic(topic), negated: false }];
  const found = await messages.heads(realmId, {
    scope: { kind: "received", userId },
    narrow: [
      { operator: "unread", userId, negated: false },
      { operator: "channel", channelId, negated: false },
      ...inTopic,
    ],
    anchor: beyondNewest,
    before: maxUnread,
    after: 0,
  });
  return found.before;
};
