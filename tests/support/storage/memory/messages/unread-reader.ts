import * as E from "fp-ts/Either";
import type {
  ConversationSpan,
  UnreadReader,
} from "../../../../../src/application/ports/messages/unread-reader";
import type { UserId } from "../../../../../src/domain/ids";
import type { Message } from "../../../../../src/domain/messages/message";
import { isUnread, mentionAmong } from "../../../../../src/domain/messages/read-state";
import { type Unread, unreadIn } from "../../../../../src/domain/messages/unread";
import { matches } from "../../../../../src/domain/narrow/narrow";
import type { RealmTables, TableSource } from "../tables";
import { ascending, readerViewIn, within } from "./messages";
import { statesIn } from "./read-state-reader";

const messagesUnread = (tables: RealmTables | undefined, userId: UserId): readonly Message[] => {
  const states = new Map(statesIn(tables, userId).map((state) => [state.conversationId, state]));
  return ascending(tables).filter((message) => {
    const state = states.get(message.conversation.id);
    return state !== undefined && isUnread(state, message, userId);
  });
};

/** A user's newest unread messages. */
export const unreadOf = (tables: RealmTables | undefined, userId: UserId, most: number): Unread => {
  const { flagsOf: marksOf } = readerViewIn(tables);
  return unreadIn(
    messagesUnread(tables, userId)
      .slice(-most - 1)
      .map((message) => ({
        conversation: message.conversation,
        topic: message.topic,
        messageIds: [message.id],
        mentionIds: mentionAmong(marksOf(message, userId)) === "personal" ? [message.id] : [],
        wildcardIds: mentionAmong(marksOf(message, userId)) === "wildcard" ? [message.id] : [],
      })),
    most,
  );
};

export const memoryUnreadReader = (source: TableSource): UnreadReader => ({
  unreadIds: async (realmId, userId, spans, limit) => {
    const unread = messagesUnread(await source.tables(realmId), userId);
    const idsIn = ({ conversationId, from, to }: ConversationSpan): readonly number[] =>
      unread.flatMap(({ id, conversation }) =>
        conversation.id === conversationId && from <= id && id <= to ? [id] : [],
      );
    const found = spans.map((span) => [span.conversationId, idsIn(span)] as const);
    const count = found.reduce((sum, [, ids]) => sum + ids.length, 0);
    return count > limit ? E.left("too many") : E.right(new Map(found.filter(([, ids]) => ids.length > 0)));
  },

  firstUnreadId: async (realmId, userId, scope, narrow) => {
    const tables = await source.tables(realmId);
    const reading = readerViewIn(tables);
    return messagesUnread(tables, userId)
      .filter(within(tables, scope))
      .find((message) => matches(narrow, message, reading))?.id;
  },
});
