import { isLeft, left, right } from "fp-ts/Either";
import { canDeleteAnyMessage } from "../../domain/channel-access";
import { mustBe } from "../../domain/errors";
import { normalizeTopic } from "../../domain/message";
import { type Caller, callerIn, type Result } from "../caller";
import { deletionsOf } from "../messages/deletion-events";
import { channelScope } from "../messages/message-access";
import type { Clock } from "../ports/clock";
import type { InTransaction } from "../transaction";
import { channelToRead } from "./find-channel";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

const batchSize = 1000;
const longestMilliseconds = 50_000;

/**
 * Deletes the messages of a topic that the caller can read, in batches, so that others get their turn. False
 * where time ran out: what is deleted stays so, and the same call goes on.
 */
export const deleteTopic =
  ({ inTransaction, clock }: Ports) =>
  (caller: Caller, channelId: number, wantedTopic: string): Result<boolean> =>
  async () => {
    const topic = normalizeTopic(wantedTopic);
    const end = clock.now() + longestMilliseconds;
    for (;;) {
      const deleted = await inTransaction(caller, (tx) => async () => {
        const user = callerIn(tx.state, caller);
        if (isLeft(user)) return user;
        const found = channelToRead(tx.state, user.right, channelId, tx.now);
        if (isLeft(found)) return found;
        const channel = found.right;
        if (!canDeleteAnyMessage(tx.state, user.right, channel, tx.now)) return left(mustBe("administrator"));
        const span = {
          conversationId: channel.conversationId,
          topic,
          scope: channelScope(user.right, channel),
        };
        const messages = await tx.messages.inTopic(caller.realmId, span, batchSize);
        for (const event of await deletionsOf(tx, messages)) tx.append(event);
        return right(messages.length);
      })();
      if (isLeft(deleted)) return deleted;
      if (deleted.right < batchSize) return right(true);
      if (clock.now() >= end) return right(false);
    }
  };
