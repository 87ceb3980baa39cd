import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { MessageId } from "../../domain/ids";
import {
  cannotDeleteMessage,
  deleteTimeLimitPassed,
  type MessageChangeError,
} from "../../domain/messages/change-refusals";
import type { MessageHead } from "../../domain/messages/message";
import type { MessageError } from "../../domain/messages/refusals";
import { holdsInChannel } from "../../domain/policy/channel-access";
import { may } from "../../domain/policy/permission";
import type { User } from "../../domain/users/user";
import { readableHead } from "../access/message-access";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { deletionsOf } from "./shared/deletion-events";

/** Deletes a message for everyone. The server's operator can restore it for a while. API §4.18. */
export const deleteMessage =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, messageId: MessageId): TaskEither<CallerError | MessageChangeError | MessageError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const message = await readableHead(tx, user, messageId);
      if (E.isLeft(message)) return message;
      const allowed = checkDeletion(tx, user, message.right);
      if (E.isLeft(allowed)) return allowed;
      const { senderId } = message.right;
      for (const event of await deletionsOf(tx, [message.right])) tx.append({ ...event, senderId });
      return E.right(undefined);
    });

/** Some users may delete any message; others only messages they or their bots sent, within a time limit. */
const checkDeletion = (
  { state, now }: Transaction,
  user: User,
  { senderId, conversation, sentAt }: MessageHead,
): E.Either<MessageChangeError, undefined> => {
  const channel = conversation.kind === "channel" ? state.channels.get(conversation.channelId) : undefined;
  const holds = (permission: "canDeleteAnyMessageGroup" | "canDeleteOwnMessageGroup"): boolean =>
    may(state, user, permission, now) ||
    (channel !== undefined && holdsInChannel(state, user, channel, permission, now));
  if (holds("canDeleteAnyMessageGroup")) return E.right(undefined);
  const isOwn = senderId === user.id || state.users.get(senderId)?.bot?.ownerId === user.id;
  if (!isOwn || !holds("canDeleteOwnMessageGroup")) return E.left(cannotDeleteMessage);
  const limit = state.realm.settings.messageContentDeleteLimitSeconds;
  return limit !== null && now / 1000 - sentAt > limit ? E.left(deleteTimeLimitPassed) : E.right(undefined);
};
