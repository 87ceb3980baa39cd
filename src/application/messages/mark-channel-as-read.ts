import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { channelToRead } from "../access/find-channel";
import { statesByConversation, stillReadable } from "../access/message-access";
import { type Caller, callerIn } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { applyFlag } from "./internal/apply-flag";
import { sliceSize, unreadBelow } from "./internal/unread-slices";
import { beyondNewest } from "./shared/message-page";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** Most unread messages that one request marks: more than any client loads. */
const maxUnread = 50_000;

/**
 * Marks a channel, or one of its topics, as read. Unread messages are found outside the lane and marked in slices, the
 * newest first, so that other changes don't have to wait.
 */
export const markChannelAsRead =
  ({ inTransaction, directory, messages, clock }: Ports) =>
  (caller: Caller, channelId: ChannelId, topic?: string): TaskEither<CallerError | ChannelError, void> =>
  async () => {
    const { realmId, userId } = caller;
    let anchor = beyondNewest;
    for (let marked = 0; marked < maxUnread; marked += sliceSize) {
      const state = await directory.newest(realmId);
      const reader = readerIn(state, caller, channelId, clock.now());
      if (E.isLeft(reader)) return reader;
      const unread = await unreadBelow(messages, caller, { channelId, topic, anchor });
      const [oldest] = unread;
      if (oldest === undefined) break;
      const outcome = await inTransaction(caller, async (tx) => {
        const user = readerIn(tx.state, caller, channelId, tx.now);
        if (E.isLeft(user)) return user;
        const slice = await stillReadable(tx, user.right, { position: state.position, messages: unread });
        const states = await statesByConversation(tx.readStates, realmId, userId, slice);
        await applyFlag({ tx, realmId, userId, op: "add", messages: slice, states }, "read");
        return E.right(undefined);
      });
      if (E.isLeft(outcome) || unread.length < sliceSize) return outcome;
      anchor = oldest.id;
    }
    return E.right(undefined);
  };

/** The caller, if they may read the channel. */
const readerIn = (
  state: RealmState,
  caller: Caller,
  channelId: ChannelId,
  now: number,
): E.Either<CallerError | ChannelError, User> =>
  pipe(
    callerIn(state, caller),
    E.chainFirstW((user) => channelToRead(state, user, channelId, now)),
  );
