import type { MessageFinder } from "../../../../../src/application/ports/messages/message-finder";
import { matches } from "../../../../../src/domain/narrow/narrow";
import { highlightIn, parseSearch } from "../../../../../src/domain/narrow/search-query";
import { escapeBetweenTags } from "../../../../../src/domain/text/html";
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
    return {
      before: upTo(older.slice(Math.max(0, older.length - before)).toReversed(), enough).toReversed(),
      at: found.find(({ id }) => id === anchor),
      after: upTo(found.filter(({ id }) => id > anchor).slice(0, after), enough),
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
          topic: highlightIn(escapeBetweenTags(topic), literals),
        },
      ]),
    );
  },
});
