import type { MessageId, RealmId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import { messageSize } from "../../../domain/messages/message-size";
import { sizeOf } from "../../../domain/users/user-list-limits";
import { nextTurn } from "../../next-turn";
import type { Highlighted } from "../../ports/messages/message-finder";
import type { MessageReader } from "../../ports/messages/message-reader";
import { sideByteLimit } from "./read-in-batches";

/** Messages that are highlighted at once. */
const batchSize = 100;

/** Bytes of highlighted messages after which a read ends. */
const bytesAtOnce = 4_000_000;

interface Page {
  /** Ascending. */
  readonly messages: readonly Message[];
  readonly anchor: MessageId;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/**
 * Highlights a search's matches in a page. Marks can make messages many times longer, so each side is measured again with them, from the
 * anchor outwards, and ends where it is too long.
 */
export const highlightPage = async (
  messages: MessageReader,
  realmId: RealmId,
  page: Page,
  search: string,
): Promise<Page & { readonly highlighted: ReadonlyMap<MessageId, Highlighted> }> => {
  const highlighted = new Map<MessageId, Highlighted>();

  /** Highlights messages, the nearest to the anchor first. Returns those that fit. */
  const highlight = async (side: readonly Message[]): Promise<readonly Message[]> => {
    let size = 0;
    for (let from = 0; from < side.length; ) {
      const batch = side.slice(from, from + batchSize);
      const ids = batch.map(({ id }) => id);
      const { found, endsAt } = await messages.highlighted(realmId, ids, search, bytesAtOnce);
      const count = endsAt === undefined ? batch.length : ids.indexOf(endsAt) + 1;
      for (const [index, message] of batch.slice(0, count).entries()) {
        if (size >= sideByteLimit) return side.slice(0, from + index);
        const marked = found.get(message.id);
        if (marked) highlighted.set(message.id, marked);
        // The anchor is on neither side.
        if (message.id !== page.anchor)
          size += messageSize(message) + sizeOf(marked?.content ?? "", marked?.topic ?? "");
      }
      from += count;
      if (from < side.length) await nextTurn();
    }
    return side;
  };

  const older = page.messages.filter(({ id }) => id < page.anchor).toReversed();
  const newer = page.messages.filter(({ id }) => id >= page.anchor);
  const before = await highlight(older);
  const after = await highlight(newer);
  return {
    ...page,
    messages: [...before.toReversed(), ...after],
    highlighted,
    foundOldest: page.foundOldest && before.length === older.length,
    foundNewest: page.foundNewest && after.length === newer.length,
  };
};
