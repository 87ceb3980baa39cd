import type { MessagePlace } from "../ports/message-scope";
import type { Transaction } from "../transaction";

/** However new. */
const everyTime = Number.MAX_SAFE_INTEGER;

/**
 * What becomes the first message of each channel when some messages go, by conversation id; null where none is left.
 * Channels that keep their first message aren't in it: for them, one question by an index is all that is asked.
 */
export const firstMessagesWithout = async (
  { state, messages }: Pick<Transaction, "state" | "messages">,
  going: readonly MessagePlace[],
): Promise<ReadonlyMap<number, number | null>> => {
  const realmId = state.realm.id;
  const ids = new Set(going.map(({ id }) => id));
  const channels = going.flatMap(({ conversation: { kind, id } }) => (kind === "channel" ? [id] : []));
  const firstIds = await messages.firstIds(realmId, [...new Set(channels)]);
  const changed = new Map<number, number | null>();
  for (const [conversationId, firstId] of firstIds) {
    if (!ids.has(firstId)) continue;
    const next = await messages.sentBefore(realmId, conversationId, everyTime, firstId, ids.size);
    changed.set(conversationId, next.find(({ id }) => !ids.has(id))?.id ?? null);
  }
  return changed;
};
