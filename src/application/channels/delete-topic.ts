import { isLeft, left, right } from "fp-ts/Either";
import { canDeleteAnyMessage } from "../../domain/channel-access";
import { mustBe } from "../../domain/errors";
import { normalizeTopic } from "../../domain/message";
import { type Caller, callerIn, type Result } from "../caller";
import { deletionsOf } from "../messages/deletion-events";
import { channelScope } from "../messages/message-access";
import type { InTransaction } from "../transaction";
import { channelToRead } from "./find-channel";

const batchSize = 1000;
/** What one call deletes at most: it costs the database less than a second. */
const mostBatches = 5;

/**
 * Deletes the messages of a topic that the caller can read, in batches, so that others get their turn. False
 * where there are more than one call deletes: the same call goes on.
 */
export const deleteTopic =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, channelId: number, wantedTopic: string): Result<boolean> =>
  async () => {
    const topic = normalizeTopic(wantedTopic);
    for (let batch = 0; batch < mostBatches; batch += 1) {
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
    }
    return right(false);
  };
