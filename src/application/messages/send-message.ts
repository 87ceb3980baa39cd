import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { MessageId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import type { MessageError } from "../../domain/messages/refusals";
import type { ScheduledMessageError } from "../../domain/scheduled-messages/refusals";
import type { TopicError } from "../../domain/topics/refusals";
import type { UserError } from "../../domain/users/refusals";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { commitSend } from "./internal/commit-send";
import { type PreparePorts, prepareSend } from "./internal/prepare-send";
import type { NewMessage, Sent } from "./shared/new-message";
import type { SendsInProgress } from "./shared/sends-in-progress";

export type SendError =
  | CallerError
  | ChannelError
  | LimitError
  | MessageError
  | ScheduledMessageError
  | TopicError
  | UserError;

interface Ports extends PreparePorts {
  readonly inTransaction: InTransaction;
  readonly sendsInProgress: SendsInProgress<E.Either<SendError, Sent>>;
}

/**
 * Sends a message to a channel or to users. Fails if the destination doesn't exist or the sender may not send there.
 */
export const sendMessage =
  (ports: Ports) =>
  (caller: Caller, input: NewMessage): TaskEither<SendError, Sent> => {
    const send = sendOnce(ports, caller, input);
    const { key } = input;
    return key === undefined ? send : () => ports.sendsInProgress.once(caller, key, send);
  };

const sendOnce =
  (ports: Ports, caller: Caller, input: NewMessage): TaskEither<SendError, Sent> =>
  async () => {
    const prepared = await prepareSend(ports, caller, input);
    if (E.isLeft(prepared)) return prepared;
    return ports.inTransaction(caller, async (tx) => {
      const firstId = await earlierSend(ports, caller, input);
      return firstId === undefined
        ? commitSend(ports, tx, caller, input, prepared.right)
        : E.right({ id: firstId });
    });
  };

/**
 * The id of an earlier message with the same key. Read outside the transaction: if another node commits the same send
 * meanwhile, the work in the lane runs again.
 */
const earlierSend = async (
  { messages }: Ports,
  { realmId, userId }: Caller,
  { key }: NewMessage,
): Promise<MessageId | undefined> =>
  key === undefined ? undefined : messages.idBySendKey(realmId, userId, key);
