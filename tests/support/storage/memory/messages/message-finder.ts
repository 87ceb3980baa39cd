import type {
  Highlighted,
  MessageFinder,
} from "../../../../../src/application/ports/messages/message-finder";
import type { MessageId } from "../../../../../src/domain/ids";
import { reachesSize } from "../../../../../src/domain/messages/message-size";
import { matches } from "../../../../../src/domain/narrow/narrow";
import { highlightIn, parseSearch } from "../../../../../src/domain/narrow/search-query";
import { escapeBetweenTags } from "../../../../../src/domain/text/html";
import { sizeOf } from "../../../../../src/domain/users/user-list-limits";
import type { TableSource } from "../tables";
import { ascending, readerViewIn, toHead, upTo, within } from "./messages";

export const memoryMessageFinder = (source: TableSource): MessageFinder => ({
  around: async (realmId, { scope, narrow, anchor, before, after, enough }) => {
    const tables = await source.tables(realmId);
    const reading = readerViewIn(tables);
    const found = ascending(tables)
      .filter(within(tables, scope))
      .filter((message) => matches(narrow, message, reading));
    const older = found.filter(({ id }) => id < anchor);
    const below = upTo(older.slice(Math.max(0, older.length - before)).toReversed(), enough);
    const above = upTo(found.filter(({ id }) => id > anchor).slice(0, after), enough);
    return {
      before: below.toReversed(),
      at: found.find(({ id }) => id === anchor),
      after: above,
      isCut: { before: reachesSize(below, enough), after: reachesSize(above, enough) },
    };
  },

  heads: async (realmId, window) => {
    const { before, at, after } = await memoryMessageFinder(source).around(realmId, {
      ...window,
      enough: Number.POSITIVE_INFINITY,
    });
    return { before: before.map(toHead), at: at && toHead(at), after: after.map(toHead) };
  },

  among: async (realmId, ids, narrow) => {
    const tables = await source.tables(realmId);
    const reading = readerViewIn(tables);
    return new Set(
      ids.filter((id) => {
        const message = tables?.messages.get(id);
        return message !== undefined && matches(narrow, message, reading);
      }),
    );
  },

  highlighted: async (realmId, ids, search, enough) => {
    const { words, phrases, runs } = parseSearch(search);
    const literals = [...words, ...phrases, ...runs];
    const { messages } = (await source.tables(realmId)) ?? {};
    const found = new Map<MessageId, Highlighted>();
    let size = 0;
    for (const id of ids) {
      const message = messages?.get(id);
      if (message === undefined) continue;
      const content = highlightIn(message.renderedContent, literals);
      const topic = highlightIn(escapeBetweenTags(message.topic), literals);
      found.set(id, { content, topic });
      size += sizeOf(content, topic);
      if (size >= enough) return { found, endsAt: id };
    }
    return { found };
  },
});
