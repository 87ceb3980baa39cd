import type { ReadStateReader } from "../../../../../src/application/ports/messages/read-state-reader";
import * as ranges from "../../../../../src/domain/collections/id-ranges";
import type { ConversationId, UserId } from "../../../../../src/domain/ids";
import { flagsFor, mentionFlags, type ReadState } from "../../../../../src/domain/messages/read-state";
import { pairKey, type RealmTables, type TableSource } from "../tables";

/** A user's read state of every conversation that reaches or reached them. */
export const statesIn = (tables: RealmTables | undefined, userId: UserId): readonly ReadState[] => {
  if (tables === undefined) return [];
  const state = (conversationId: ConversationId, received: ranges.IdRanges): ReadState => ({
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
  statesOf: async (realmId, userId, messages) =>
    statesIn(await source.tables(realmId), userId).flatMap(({ conversationId, received, read }) => {
      const ids = messages
        .filter(({ conversation }) => conversation.id === conversationId)
        .map(({ id }) => id);
      if (ids.length === 0) return [];
      const asked = ranges.ofIds(ids);
      return [
        {
          conversationId,
          received: ranges.intersection(received, asked),
          read: ranges.intersection(read, asked),
        },
      ];
    }),

  receivedIn: async (realmId, userId, conversationId) =>
    statesIn(await source.tables(realmId), userId).find((one) => one.conversationId === conversationId)
      ?.received ?? ranges.noIds,

  conversationsToRead: async (realmId, userId, before) =>
    statesIn(await source.tables(realmId), userId)
      .filter(
        ({ received, read }) =>
          ranges.intersection(ranges.difference(received, read), [[0, before]]).length > 0,
      )
      .map(({ conversationId }) => conversationId),

  flagsOf: async (realmId, userId, messageIds) => {
    const tables = await source.tables(realmId);
    return new Map(
      messageIds.flatMap((id) => {
        const flags = tables?.marks.get(pairKey(userId, id));
        return flags ? [[id, [...flags]] as const] : [];
      }),
    );
  },

  statesAndFlagsOf: async (realmId, userId, messages) => ({
    states: await memoryReadStateReader(source).statesOf(realmId, userId, messages),
    flags: await memoryReadStateReader(source).flagsOf(
      realmId,
      userId,
      messages.map(({ id }) => id),
    ),
  }),

  flagsOfReaders: async (realmId, asked) => {
    const tables = await source.tables(realmId);
    return asked.map(({ userId, messageId }) => {
      const message = tables?.messages.get(messageId);
      if (message === undefined) return [];
      const state = statesIn(tables, userId).find((one) => one.conversationId === message.conversation.id);
      return flagsFor(state, message, userId, tables?.marks.get(pairKey(userId, messageId)) ?? []);
    });
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

  exceptionalReceipts: async (realmId, channelId, messageIds) => {
    const tables = await source.tables(realmId);
    const span = ranges.hull(messageIds);
    const found = [...(tables?.received.values() ?? [])]
      .filter((one) => one.channelId === channelId)
      .map(({ userId, ids }) => ({ userId, received: ranges.intersection(ids, span) }))
      .filter(({ userId, received }) =>
        tables?.state.subscription(userId, channelId)?.isActive
          ? ranges.difference(span, received).length > 0
          : received.length > 0,
      )
      .sort((a, b) => a.userId - b.userId);
    const together = new Map<string, { received: ranges.IdRanges; userIds: UserId[] }>();
    for (const { userId, received } of found) {
      const key = received.join();
      const same = together.get(key) ?? { received, userIds: [] };
      together.set(key, same);
      same.userIds.push(userId);
    }
    return [...together.values()];
  },

  usersWithFlags: async (realmId, messageIds) => {
    const tables = await source.tables(realmId);
    return [...(tables?.state.users.keys() ?? [])]
      .filter((userId) => messageIds.some((id) => tables?.marks.has(pairKey(userId, id))))
      .sort((a, b) => a - b);
  },

  mentionedIn: async (realmId, messageId, after, limit) => {
    const tables = await source.tables(realmId);
    return [...(tables?.marks ?? [])]
      .filter(([, flags]) => mentionFlags.some((flag) => flags.includes(flag)))
      .map(([key]) => key.split(",").map(Number))
      .flatMap(([userId = 0, id]) => (id === messageId && userId > after ? [userId] : []))
      .sort((a, b) => a - b)
      .slice(0, limit);
  },
});
