import type { MessageFinder } from "../../../application/ports/message-finder";
import { escapeBetweenTags } from "../../../domain/html";
import { type Message, messageSize } from "../../../domain/message";
import { matches } from "../../../domain/narrow";
import { highlightIn, parseSearch } from "../../../domain/search-query";
import { ascending, readingIn, toHead, within } from "./messages";
import type { TableSource } from "./tables";

/** The first of messages, until they are enough. */
const upTo = (messages: readonly Message[], enough: number): readonly Message[] => {
  let size = 0;
  return messages.filter((message) => {
    const isWanted = size < enough;
    size += messageSize(message);
    return isWanted;
  });
};

export const memoryMessageFinder = (source: TableSource): MessageFinder => ({
  around: async (realmId, { scope, narrow, anchor, before, after, ...more }) => {
    const enough = "enough" in more ? more.enough : Number.POSITIVE_INFINITY;
    const tables = await source.tables(realmId);
    const reading = readingIn(tables);
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
    const { before, at, after } = await memoryMessageFinder(source).around(realmId, window);
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
          topic: highlightIn(escapeBetweenTags(topic), literals),
        },
      ]),
    );
  },
});
