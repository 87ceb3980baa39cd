import { isLeft, right } from "fp-ts/Either";
import * as ranges from "../../domain/id-ranges";
import { normalizeTopic } from "../../domain/message";
import { type Caller, callerIn, type Result } from "../caller";
import { channelToRead } from "../channels/find-channel";
import type { InTransaction, Transaction } from "../transaction";
import { applyFlag } from "./apply-flag";
import { statesByConversation } from "./message-access";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Marks everything that the caller has as read, however much it is. */
export const markAllAsRead =
  ({ inTransaction }: Ports) =>
  (caller: Caller): Result<void> =>
    inTransaction(caller.realmId, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const states = await tx.readStates.allStatesOf(caller.realmId, caller.userId);
      const all = [[0, tx.nextMessageId]] as const;
      const unread = states.filter(
        ({ received, read }) => ranges.difference(ranges.intersection(received, all), read).length > 0,
      );
      if (unread.length > 0)
        tx.append({
          ...{ type: "message_flags_changed", userId: caller.userId, op: "add", flag: "read" },
          ...{ messageIds: [], messages: [], isAll: true },
          ranges: unread.map(({ conversationId }) => ({ conversationId, ids: all })),
        });
      return right(undefined);
    });

/** The newest unread messages that one request marks: more than any client knows of. */
const mostUnread = 50_000;

/** Marks a channel as read, or one topic of it. */
export const markChannelAsRead =
  ({ inTransaction }: Ports) =>
  (caller: Caller, channelId: number, topic?: string): Result<void> =>
    inTransaction(caller.realmId, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const channel = channelToRead(tx.state, user.right, channelId, tx.now);
      if (isLeft(channel)) return channel;
      const { realmId, userId } = caller;
      const messages = await unreadIn(tx, caller, channelId, topic);
      const states = await statesByConversation(tx.readStates, realmId, userId, messages);
      await applyFlag({ tx, realmId, userId, op: "add", messages, states }, "read");
      return right(undefined);
    });

const unreadIn = async (
  tx: Transaction,
  { realmId, userId }: Caller,
  channelId: number,
  topic: string | undefined,
) => {
  const found = await tx.messages.heads(realmId, {
    scope: { kind: "received", userId },
    narrow: [
      { operator: "unread", userId, negated: false },
      { operator: "channel", channelId, negated: false },
      ...(topic === undefined
        ? []
        : [{ operator: "topic", topic: normalizeTopic(topic), negated: false } as const]),
    ],
    ...{ anchor: tx.nextMessageId, before: mostUnread, after: 0 },
  });
  return found.before;
};
