import type { MessageReader, MessageScope } from "../../../application/ports/message-reader";
import * as ranges from "../../../domain/id-ranges";
import type { Message } from "../../../domain/message";
import { matches } from "../../../domain/narrow";
import { isUnread } from "../../../domain/read-state";
import { statesIn } from "./read-state-reader";
import type { RealmTables, TableSource } from "./storage";

const ascending = (tables: RealmTables | undefined): readonly Message[] =>
  [...(tables?.messages.values() ?? [])].sort((a, b) => a.id - b.id);

/** Tells which messages the reader may look at. */
const within = (tables: RealmTables | undefined, scope: MessageScope): ((message: Message) => boolean) => {
  if (scope.kind === "channel") return ({ conversation }) => conversation.id === scope.conversationId;
  const states = new Map(statesIn(tables, scope.userId).map((state) => [state.conversationId, state]));
  return ({ id, conversation }) => ranges.includes(states.get(conversation.id)?.received ?? [], id);
};

const unreadIn = (tables: RealmTables | undefined, userId: number): readonly Message[] => {
  const states = new Map(statesIn(tables, userId).map((state) => [state.conversationId, state]));
  return ascending(tables).filter((message) => {
    const state = states.get(message.conversation.id);
    return state !== undefined && isUnread(state, message, userId);
  });
};

const inConversation = (tables: RealmTables | undefined, conversationId: number): readonly Message[] =>
  ascending(tables).filter(({ conversation }) => conversation.id === conversationId);

export const memoryMessageReader = (source: TableSource): MessageReader => ({
  byIds: async (realmId, ids) => {
    const wanted = new Set(ids);
    return ascending(await source.tables(realmId)).filter(({ id }) => wanted.has(id));
  },

  around: async (realmId, { scope, narrow, anchor, before, after }) => {
    const tables = await source.tables(realmId);
    const found = ascending(tables)
      .filter(within(tables, scope))
      .filter((message) => matches(narrow, message));
    const older = found.filter(({ id }) => id < anchor);
    return {
      before: older.slice(Math.max(0, older.length - before)),
      at: found.find(({ id }) => id === anchor),
      after: found.filter(({ id }) => id > anchor).slice(0, after),
    };
  },

  firstUnreadId: async (realmId, userId, scope, narrow) => {
    const tables = await source.tables(realmId);
    return unreadIn(tables, userId)
      .filter(within(tables, scope))
      .find((message) => matches(narrow, message))?.id;
  },

  unread: async (realmId, userId, limit) =>
    [...unreadIn(await source.tables(realmId), userId)]
      .reverse()
      .slice(0, limit)
      .map(({ id, senderId, conversation, topic }) => ({ id, senderId, conversation, topic })),

  unreadIds: async (realmId, userId, conversationId, from, to) =>
    unreadIn(await source.tables(realmId), userId)
      .filter((message) => message.conversation.id === conversationId)
      .map(({ id }) => id)
      .filter((id) => from <= id && id <= to),

  sentBy: async (realmId, senderId) =>
    ascending(await source.tables(realmId))
      .filter((message) => message.senderId === senderId)
      .map(({ id, conversation, topic }) => ({ id, conversation, topic })),

  newestId: async (realmId, userId) => {
    const tables = await source.tables(realmId);
    return ascending(tables)
      .filter(within(tables, { kind: "received", userId }))
      .at(-1)?.id;
  },

  firstIds: async (realmId, conversationIds) => {
    const tables = await source.tables(realmId);
    return new Map(
      conversationIds.flatMap((conversationId) => {
        const first = inConversation(tables, conversationId).at(0);
        return first ? [[conversationId, first.id] as const] : [];
      }),
    );
  },

  newestSentAt: async (realmId, conversationIds) => {
    const tables = await source.tables(realmId);
    return new Map(
      conversationIds.flatMap((conversationId) => {
        const newest = inConversation(tables, conversationId).at(-1);
        return newest ? [[conversationId, newest.sentAt] as const] : [];
      }),
    );
  },
});
