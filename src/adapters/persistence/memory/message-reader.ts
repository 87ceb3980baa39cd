import type {
  ConversationSpan,
  MessagePlace,
  MessageReader,
  MessageScope,
  Topic,
} from "../../../application/ports/message-reader";
import * as ranges from "../../../domain/id-ranges";
import type { Message, MessageHead } from "../../../domain/message";
import { sortedUnique } from "../../../domain/message";
import { matches, type Reading } from "../../../domain/narrow";
import { isUnread, type ReadState } from "../../../domain/read-state";
import { highlightIn, parseSearch } from "../../../domain/search-query";
import type { TopicPolicy } from "../../../domain/topic-policy";
import { topicKey } from "./project-personal";
import { statesIn } from "./read-state-reader";
import { pairKey, type RealmTables, type TableSource } from "./storage";

const ascending = (tables: RealmTables | undefined): readonly Message[] =>
  [...(tables?.messages.values() ?? [])].sort((a, b) => a.id - b.id);

/** Tells which messages the reader may look at. */
const within = (tables: RealmTables | undefined, scope: MessageScope): ((message: Message) => boolean) => {
  if (scope.kind === "channels") return ({ conversation }) => scope.conversationIds.includes(conversation.id);
  if (scope.kind === "marked")
    return ({ id, conversation }) =>
      (tables?.marks.has(pairKey(scope.userId, id)) ?? false) && !scope.noneOf.includes(conversation.id);
  const { userId, allOf = [], noneOf = [] } = scope;
  const states = new Map(statesIn(tables, userId).map((state) => [state.conversationId, state]));
  return ({ id, conversation }) =>
    allOf.includes(conversation.id) ||
    (ranges.includes(states.get(conversation.id)?.received ?? [], id) && !noneOf.includes(conversation.id));
};

const toHead = ({ id, conversation, topic, senderId, readBySender }: Message): MessageHead => ({
  ...{ id, conversation, topic, senderId, readBySender },
});

const toPlace = ({ id, conversation, topic }: Message): MessagePlace => ({ id, conversation, topic });

/** What the tables say of how anybody has a message. */
const readingIn = (tables: RealmTables | undefined): Reading => {
  const states = new Map<number, ReadonlyMap<number, ReadState>>();
  const statesOf = (userId: number): ReadonlyMap<number, ReadState> => {
    const known =
      states.get(userId) ?? new Map(statesIn(tables, userId).map((state) => [state.conversationId, state]));
    states.set(userId, known);
    return known;
  };
  const policyOf = ({ conversation, topic }: Message, userId: number): TopicPolicy =>
    conversation.kind === "channel"
      ? (tables?.personal.get(userId)?.topics.get(topicKey(conversation.channelId, topic))?.policy ??
        "inherit")
      : "inherit";
  return {
    isFollowed: (message, userId) => policyOf(message, userId) === "followed",
    isMuted: (message, userId) => {
      const policy = policyOf(message, userId);
      if (message.conversation.kind !== "channel" || policy !== "inherit") return policy === "muted";
      return tables?.subscriptions.get(pairKey(userId, message.conversation.channelId))?.isMuted ?? false;
    },
    isUnread: (message, userId) => {
      const state = statesOf(userId).get(message.conversation.id);
      return state !== undefined && isUnread(state, message, userId);
    },
    marksOf: ({ id }, userId) => tables?.marks.get(pairKey(userId, id)) ?? [],
  };
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
    const reading = readingIn(tables);
    const found = ascending(tables)
      .filter(within(tables, scope))
      .filter((message) => matches(narrow, message, reading));
    const older = found.filter(({ id }) => id < anchor);
    return {
      before: older.slice(Math.max(0, older.length - before)),
      at: found.find(({ id }) => id === anchor),
      after: found.filter(({ id }) => id > anchor).slice(0, after),
    };
  },

  heads: async (realmId, window) => {
    const { before, at, after } = await memoryMessageReader(source).around(realmId, window);
    return { before: before.map(toHead), at: at && toHead(at), after: after.map(toHead) };
  },

  among: async (realmId, ids, narrow) => {
    const tables = await source.tables(realmId);
    const reading = readingIn(tables);
    return new Set(
      ids.filter((id) => {
        const message = tables?.messages.get(id);
        return message !== undefined && matches(narrow, message, reading);
      }),
    );
  },

  highlighted: async (realmId, ids, search) => {
    const { words, phrases, runs } = parseSearch(search);
    const literals = [...words, ...phrases, ...runs];
    const wanted = new Set(ids);
    const found = ascending(await source.tables(realmId)).filter(({ id }) => wanted.has(id));
    return new Map(
      found.map(({ id, renderedContent, topic }) => [
        id,
        {
          content: highlightIn(renderedContent, literals),
          topic: highlightIn(
            topic.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;"),
            literals,
          ),
        },
      ]),
    );
  },

  idAt: async (realmId, time) =>
    ascending(await source.tables(realmId)).find(({ sentAt }) => sentAt >= time)?.id,

  firstUnreadId: async (realmId, userId, scope, narrow) => {
    const tables = await source.tables(realmId);
    const reading = readingIn(tables);
    return unreadIn(tables, userId)
      .filter(within(tables, scope))
      .find((message) => matches(narrow, message, reading))?.id;
  },

  unread: async (realmId, userId, limit) =>
    [...unreadIn(await source.tables(realmId), userId)]
      .reverse()
      .slice(0, limit)
      .map(({ id, senderId, conversation, topic }) => ({ id, senderId, conversation, topic })),

  unreadIds: async (realmId, userId, spans) => {
    const unread = unreadIn(await source.tables(realmId), userId);
    const idsIn = ({ conversationId, from, to }: ConversationSpan): readonly number[] =>
      unread.flatMap(({ id, conversation }) =>
        conversation.id === conversationId && from <= id && id <= to ? [id] : [],
      );
    return new Map(
      spans.map((span) => [span.conversationId, idsIn(span)] as const).filter(([, ids]) => ids.length > 0),
    );
  },

  idBySendKey: async (realmId, senderId, key) => {
    const tables = await source.tables(realmId);
    const id = tables?.sendKeys.get(`${senderId} ${key}`);
    return id !== undefined && tables?.messages.has(id) ? id : undefined;
  },

  sentBy: async (realmId, senderId) =>
    ascending(await source.tables(realmId))
      .filter((message) => message.senderId === senderId)
      .map(toPlace),

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

  topics: async (realmId, conversationId, scope) => {
    const tables = await source.tables(realmId);
    const newest = new Map<string, Topic>();
    for (const { id, topic } of inConversation(tables, conversationId).filter(within(tables, scope)))
      newest.set(topic.toLowerCase(), { name: topic, newestMessageId: id });
    return [...newest.values()].sort((a, b) => b.newestMessageId - a.newestMessageId);
  },

  hasTopic: async (realmId, conversationId, topic) =>
    inConversation(await source.tables(realmId), conversationId).some(
      (message) => message.topic.toLowerCase() === topic.toLowerCase(),
    ),

  participants: async (realmId, conversationId, topic) =>
    sortedUnique(
      inConversation(await source.tables(realmId), conversationId)
        .filter((message) => message.topic.toLowerCase() === topic.toLowerCase())
        .flatMap(({ senderId, reactions }) => [senderId, ...reactions.map(({ userId }) => userId)]),
    ),

  renderedBefore: async (realmId, version, limit) =>
    [...((await source.tables(realmId))?.messages.values() ?? [])]
      .filter(({ rendererVersion }) => rendererVersion < version)
      .sort((a, b) => b.id - a.id)
      .slice(0, limit),

  hasNamedTopics: async (realmId, conversationId) =>
    inConversation(await source.tables(realmId), conversationId).some(({ topic }) => topic !== ""),

  inTopic: async (realmId, conversationId, topic, scope, limit) => {
    const tables = await source.tables(realmId);
    return inConversation(tables, conversationId)
      .filter((message) => message.topic.toLowerCase() === topic.toLowerCase())
      .filter(within(tables, scope))
      .reverse()
      .slice(0, limit)
      .map(toPlace);
  },

  sentBefore: async (realmId, where, time, after, limit) =>
    ascending(await source.tables(realmId))
      .filter(({ conversation }) =>
        where === "direct" ? conversation.kind === "direct" : conversation.id === where,
      )
      .filter(({ id }) => id > after)
      .slice(0, limit)
      .filter(({ sentAt }) => sentAt < time)
      .map(toPlace),

  countsSince: async (realmId, time) => {
    const counts = new Map<number, number>();
    for (const { conversation, sentAt } of ascending(await source.tables(realmId)))
      if (conversation.kind === "channel" && sentAt >= time)
        counts.set(conversation.id, (counts.get(conversation.id) ?? 0) + 1);
    return counts;
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
