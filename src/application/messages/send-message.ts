import { isLeft, right } from "fp-ts/Either";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import { commitSend } from "./internal/commit-send";
import { type PreparePorts, prepareSend } from "./internal/prepare-send";
import type { NewMessage, Sent } from "./shared/new-message";
import type { SendsInProgress } from "./shared/sends-in-progress";

interface Ports extends PreparePorts {
  readonly inTransaction: InTransaction;
  readonly sendsInProgress: SendsInProgress<Sent>;
}

/**
 * Sends a message to a channel or to users. Fails if the destination doesn't exist or the sender may not send there.
 */
export const sendMessage =
  (ports: Ports) =>
  (caller: Caller, input: NewMessage): Result<Sent> => {
    const send = sendOnce(ports, caller, input);
    const { key } = input;
    return key === undefined ? send : () => ports.sendsInProgress.once(caller, key, send);
  };

const sendOnce =
  (ports: Ports, caller: Caller, input: NewMessage): Result<Sent> =>
  async () => {
    const prepared = await prepareSend(ports, caller, input);
    if (isLeft(prepared)) return prepared;
    return ports.inTransaction(caller, (tx) => async () => {
      const firstId = await earlierSend(ports, caller, input);
      return firstId === undefined ? commitSend(tx, caller, input, prepared.right) : right({ id: firstId });
    })();
  };

/**
 * The id of an earlier message with the same key. Read outside the transaction: if another node commits the same send
 * meanwhile, the work in the lane runs again.
 */
const earlierSend = async (
  { messages }: Ports,
  { realmId, userId }: Caller,
  { key }: NewMessage,
): Promise<number | undefined> =>
  key === undefined ? undefined : messages.idBySendKey(realmId, userId, key);
