import type { ReadStateReader } from "../../../application/ports/read-state-reader";
import * as ranges from "../../../domain/id-ranges";
import type { ReadState } from "../../../domain/read-state";
import { pairKey, type RealmTables, type TableSource } from "./tables";

/** The state of every conversation that reaches or reached the user. */
export const statesIn = (tables: RealmTables | undefined, userId: number): readonly ReadState[] => {
  if (tables === undefined) return [];
  const state = (conversationId: number, received: ranges.IdRanges): ReadState => ({
    conversationId,
    received,
    read: tables.read.get(pairKey(userId, conversationId)) ?? ranges.noIds,
  });
  const ofChannels = [...tables.received.values()].flatMap((one) => {
    const channel = tables.state.channels.get(one.channelId);
    return channel && one.userId === userId ? [state(channel.conversationId, one.ids)] : [];
  });
  const ofPeople = [...tables.directConversations.values()]
    .filter(({ participants }) => participants.includes(userId))
    .map(({ id }) => state(id, ranges.from(0)));
  return [...ofChannels, ...ofPeople];
};

export const memoryReadStateReader = (source: TableSource): ReadStateReader => ({
  statesOf: async (realmId, userId, conversationIds) =>
    statesIn(await source.tables(realmId), userId).filter(({ conversationId }) =>
      conversationIds.includes(conversationId),
    ),

  allStatesOf: async (realmId, userId) => statesIn(await source.tables(realmId), userId),

  marksOf: async (realmId, userId, messageIds) => {
    const tables = await source.tables(realmId);
    return new Map(
      messageIds.flatMap((id) => {
        const flags = tables?.marks.get(pairKey(userId, id));
        return flags ? [[id, [...flags]] as const] : [];
      }),
    );
  },

  readersOf: async (realmId, { id, conversation }) => {
    const tables = await source.tables(realmId);
    return [...(tables?.state.users.keys() ?? [])]
      .filter((userId) => {
        const state = statesIn(tables, userId).find((one) => one.conversationId === conversation.id);
        return state !== undefined && ranges.includes(state.received, id) && ranges.includes(state.read, id);
      })
      .sort((a, b) => a - b);
  },

  receiversAmong: async (realmId, { id, conversation }, userIds) => {
    if (conversation.kind === "direct")
      return new Set(userIds.filter((userId) => conversation.participants.includes(userId)));
    const received = [...((await source.tables(realmId))?.received.values() ?? [])];
    return new Set(
      received
        .filter(({ channelId, ids }) => channelId === conversation.channelId && ranges.includes(ids, id))
        .flatMap(({ userId }) => (userIds.includes(userId) ? [userId] : [])),
    );
  },

  markedBy: async (realmId, messageIds) => {
    const tables = await source.tables(realmId);
    return [...(tables?.state.users.keys() ?? [])]
      .filter((userId) => messageIds.some((id) => tables?.marks.has(pairKey(userId, id))))
      .sort((a, b) => a - b);
  },

  marked: async (realmId, userId, flag) => {
    const tables = await source.tables(realmId);
    return [...(tables?.messages.keys() ?? [])]
      .filter((id) => tables?.marks.get(pairKey(userId, id))?.includes(flag))
      .sort((a, b) => a - b);
  },
});
