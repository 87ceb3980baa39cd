import type { ConversationId, MessageId } from "../../../domain/ids";
import type { MessagePlace } from "../../ports/messages/message-scope";
import type { Transaction } from "../../transaction";

/**
 * The first message of each channel once some messages are removed, by conversation id; null if none is left. Omits
 * channels whose first message stays, which cost one indexed query together. The others cost another one.
 */
export const firstMessagesWithout = async (
  { state, messages }: Pick<Transaction, "state" | "messages">,
  removed: readonly MessagePlace[],
): Promise<ReadonlyMap<ConversationId, MessageId | null>> => {
  const realmId = state.realm.id;
  const ids = new Set(removed.map(({ id }) => id));
  const channels = removed.flatMap(({ conversation: { kind, id } }) => (kind === "channel" ? [id] : []));
  const firstIds = await messages.firstIds(realmId, [...new Set(channels)]);
  const changed = [...firstIds].flatMap(([conversationId, firstId]) =>
    ids.has(firstId) ? [conversationId] : [],
  );
  if (changed.length === 0) return new Map();
  const next = await messages.firstIds(realmId, changed, [...ids]);
  return new Map(changed.map((conversationId) => [conversationId, next.get(conversationId) ?? null]));
};
