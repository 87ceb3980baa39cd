import type { MessageReader } from "../../../../../src/application/ports/messages/message-reader";
import { reachesSize } from "../../../../../src/domain/messages/message-size";
import type { TableSource } from "../tables";
import { memoryConversationReader } from "./conversation-reader";
import { memoryMessageFinder } from "./message-finder";
import { ascending, toHead, toPlace, upTo, within } from "./messages";
import { memoryResponseReader } from "./response-reader";
import { memoryTopicReader } from "./topic-reader";
import { memoryUnreadReader } from "./unread-reader";

export const memoryMessageReader = (source: TableSource): MessageReader => ({
  ...memoryMessageFinder(source),
  ...memoryUnreadReader(source),
  ...memoryTopicReader(source),
  ...memoryConversationReader(source),
  ...memoryResponseReader(source),

  byIds: async (realmId, ids) => {
    const wanted = new Set(ids);
    return ascending(await source.tables(realmId)).filter(({ id }) => wanted.has(id));
  },

  byIdsUpTo: async (realmId, ids, enough) => {
    const wanted = new Set(ids);
    const found = upTo(
      ascending(await source.tables(realmId)).filter(({ id }) => wanted.has(id)),
      enough,
    );
    return { found, endsAt: reachesSize(found, enough) ? found.at(-1)?.id : undefined };
  },

  headsOf: async (realmId, ids) => {
    const wanted = new Set(ids);
    return ascending(await source.tables(realmId))
      .filter(({ id }) => wanted.has(id))
      .map(toHead);
  },

  contentsOf: async (realmId, ids) => {
    const wanted = new Set(ids);
    const found = ascending(await source.tables(realmId)).filter(({ id }) => wanted.has(id));
    return new Map(found.map(({ id, content }) => [id, content]));
  },

  idAt: async (realmId, time) =>
    ascending(await source.tables(realmId)).find(({ sentAt }) => sentAt >= time)?.id,

  idBySendKey: async (realmId, senderId, key) => {
    const tables = await source.tables(realmId);
    const id = tables?.sendKeys.get(`${senderId} ${key}`);
    return id !== undefined && tables?.messages.has(id) ? id : undefined;
  },

  sentBy: async (realmId, senderId, after, limit) =>
    ascending(await source.tables(realmId))
      .filter((message) => message.senderId === senderId && message.id > after)
      .slice(0, limit)
      .map(toPlace),

  newestId: async (realmId, userId) => {
    const tables = await source.tables(realmId);
    return ascending(tables)
      .filter(within(tables, { kind: "received", userId }))
      .at(-1)?.id;
  },

  renderedBefore: async (realmId, version, limit, enough) =>
    upTo(
      ascending(await source.tables(realmId))
        .filter(({ rendererVersion }) => rendererVersion < version)
        .toReversed()
        .slice(0, limit),
      enough,
    ),

  sentBefore: async (realmId, where, time, after, limit) =>
    ascending(await source.tables(realmId))
      .filter(({ conversation }) =>
        where === "direct" ? conversation.kind === "direct" : conversation.id === where,
      )
      .filter(({ id }) => id > after)
      .slice(0, limit)
      .filter(({ sentAt }) => sentAt < time)
      .map(toPlace),
});
