import type { MessagePlace } from "../../ports/messages/message-scope";
import type { Transaction } from "../../transaction";

const endOfTime = Number.MAX_SAFE_INTEGER;

/**
 * The first message of each channel once some messages are removed, by conversation id; null if none is left. Omits
 * channels whose first message stays, which cost one indexed query together.
 */
export const firstMessagesWithout = async (
  { state, messages }: Pick<Transaction, "state" | "messages">,
  removed: readonly MessagePlace[],
): Promise<ReadonlyMap<number, number | null>> => {
  const realmId = state.realm.id;
  const ids = new Set(removed.map(({ id }) => id));
  const channels = removed.flatMap(({ conversation: { kind, id } }) => (kind === "channel" ? [id] : []));
  const firstIds = await messages.firstIds(realmId, [...new Set(channels)]);
  const changed = new Map<number, number | null>();
  for (const [conversationId, firstId] of firstIds) {
    if (!ids.has(firstId)) continue;
    const next = await messages.sentBefore(realmId, conversationId, endOfTime, firstId, ids.size);
    changed.set(conversationId, next.find(({ id }) => !ids.has(id))?.id ?? null);
  }
  return changed;
};
