import * as E from "fp-ts/Either";
import type { MessageId } from "../../../domain/ids";
import { sortedUnique } from "../../../domain/messages/message";
import { type MessageError, messagesTooLong } from "../../../domain/messages/refusals";
import { nextTurn } from "../../next-turn";
import type { Bounded } from "../../ports/messages/message-finder";

/**
 * Bytes of messages, as `messageSize` counts them, after which each side of a page ends. Ordinary pages are far
 * smaller. Clients learn that there are more messages.
 */
export const sideByteLimit = 8_000_000;

/** Messages per read when a client requests them by id: at first, and at most, if those before were short. */
const batchSizes = { first: 5, most: 100 };

/** Bytes of messages after which a read ends, so that little waits in memory. The next read then asks for fewer. */
const bytesAtOnce = 1_000_000;

/** Bytes after which others get their turn: measuring a page of the longest messages takes tens of milliseconds. */
const bytesInATurn = 1_000_000;

/** Reads messages by id, in ascending order. Fails if they are longer than both sides of a page. */
export const readInBatches = async <Item>(
  messageIds: readonly MessageId[],
  read: (ids: readonly MessageId[], enough: number) => Promise<Bounded<Iterable<Item>>>,
  bytesOf: (item: Item) => number,
): Promise<E.Either<MessageError, readonly Item[]>> => {
  const ids = sortedUnique(messageIds);
  const all: Item[] = [];
  let size = 0;
  let inThisTurn = 0;
  let batchSize = batchSizes.first;
  for (let from = 0; from < ids.length; ) {
    const batch = ids.slice(from, from + batchSize);
    const { found, endsAt } = await read(batch, bytesAtOnce);
    for (const item of found) {
      all.push(item);
      const bytes = bytesOf(item);
      size += bytes;
      inThisTurn += bytes;
      if (inThisTurn < bytesInATurn) continue;
      inThisTurn = 0;
      await nextTurn();
    }
    if (size > 2 * sideByteLimit) return E.left(messagesTooLong);
    from += endsAt === undefined ? batch.length : batch.indexOf(endsAt) + 1;
    batchSize = endsAt === undefined ? Math.min(2 * batchSize, batchSizes.most) : batchSizes.first;
  }
  return E.right(all);
};
