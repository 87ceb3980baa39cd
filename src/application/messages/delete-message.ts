import { isLeft, left, right } from "fp-ts/Either";
import { holdsInChannel } from "../../domain/channel-access";
import { type ApiError, badRequest } from "../../domain/errors";
import type { Message } from "../../domain/message";
import { may } from "../../domain/permission";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { deletionsOf } from "./deletion-events";
import { readableMessage } from "./message-access";

/** Deletes a message for everyone. It can be brought back for a while by whoever runs the server. API §4.18. */
export const deleteMessage =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, messageId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const message = await readableMessage(tx, user.right, messageId);
      if (isLeft(message)) return message;
      const refusal = refusalOf(tx, user.right, message.right);
      if (refusal) return left(refusal);
      const { senderId } = message.right;
      for (const event of await deletionsOf(tx, [message.right])) tx.append({ ...event, senderId });
      return right(undefined);
    });

const notAllowed = badRequest("You don't have permission to delete this message");

/** Some delete what anyone said; others what they or their bots said, for a time. */
const refusalOf = (
  { state, now }: Transaction,
  user: User,
  { senderId, conversation, sentAt }: Message,
): ApiError | undefined => {
  const channel = conversation.kind === "channel" ? state.channels.get(conversation.channelId) : undefined;
  const holds = (permission: "canDeleteAnyMessageGroup" | "canDeleteOwnMessageGroup"): boolean =>
    may(state, user, permission, now) ||
    (channel !== undefined && holdsInChannel(state, user, channel, permission, now));
  if (holds("canDeleteAnyMessageGroup")) return undefined;
  const isOwn = senderId === user.id || state.users.get(senderId)?.bot?.ownerId === user.id;
  if (!isOwn || !holds("canDeleteOwnMessageGroup")) return notAllowed;
  const limit = state.realm.settings.messageContentDeleteLimitSeconds;
  return limit !== null && now / 1000 - sentAt > limit
    ? badRequest("The time limit for deleting this message has passed")
    : undefined;
};
