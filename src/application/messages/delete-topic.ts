import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, mustBe } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId } from "../../domain/ids";
import { canDeleteAnyMessage } from "../../domain/policy/channel-access";
import { normalizeTopic } from "../../domain/topics/topic";
import { channelToRead } from "../access/find-channel";
import { channelScope } from "../access/message-access";
import { actingAs } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { deletionsOf } from "./shared/deletion-events";

const batchSize = 1000;
/** Most batches deleted per call: less than a second of database time. */
const mostBatches = 5;

/**
 * Deletes the messages of a topic that the caller can read, in batches so that other changes can go in between.
 * Returns false if messages are left; repeating the call continues.
 */
export const deleteTopic =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    channelId: ChannelId,
    wantedTopic: string,
  ): TaskEither<CallerError | ChannelError, boolean> =>
  async () => {
    const topic = normalizeTopic(wantedTopic);
    for (let batch = 0; batch < mostBatches; batch += 1) {
      const deleted: E.Either<CallerError | ChannelError, number> = await inTransaction(
        caller,
        actingAs(caller, async (tx, user) => {
          const found = channelToRead(tx.state, user, channelId, tx.now);
          if (E.isLeft(found)) return found;
          const channel = found.right;
          if (!canDeleteAnyMessage(tx.state, user, channel, tx.now)) return E.left(mustBe("administrator"));
          const span = {
            conversationId: channel.conversationId,
            topic,
            scope: channelScope(user, channel),
          };
          const messages = await tx.messages.inTopic(caller.realmId, span, batchSize);
          for (const event of await deletionsOf(tx, messages)) tx.append(event);
          return E.right(messages.length);
        }),
      );
      if (E.isLeft(deleted)) return deleted;
      if (deleted.right < batchSize) return E.right(true);
    }
    return E.right(false);
  };
